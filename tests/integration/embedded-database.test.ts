import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fromRoot } from "../../scripts/support/paths";
import { processesWith, waitUntilGone } from "../support/processes";

vi.setConfig({ testTimeout: 120_000 });

/** Processes that share the embedded PostgreSQL of one data directory, and end in every way that there is. */
let dataDir = "";
let mark = "";
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "embedded-"));
  mark = `EMBEDDED_TEST=${dataDir}`;
});
afterEach(async () => {
  for (const pid of processesWith(mark)) process.kill(pid, "SIGKILL");
  await waitUntilGone(mark, 10_000);
  rmSync(dataDir, { recursive: true, force: true });
});

interface Holder {
  process: ChildProcess;
  url: string;
  /** Asks it to let go, and waits until it has ended in good order. */
  release(): Promise<void>;
}

async function hold(): Promise<Holder> {
  const child = spawn(process.execPath, ["--import", "tsx", fromRoot("tests/support/hold-database.ts"), dataDir], {
    cwd: fromRoot(),
    env: { ...process.env, EMBEDDED_TEST: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const exited = new Promise<number>((resolve) => child.on("exit", (code) => resolve(code ?? -1)));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    void exited.then((code) => reject(new Error(`ended with ${code} before the database was there`)));
  });
  return {
    process: child,
    url,
    async release() {
      child.kill("SIGTERM");
      expect(await exited).toBe(0);
    },
  };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("the embedded database", () => {
  it("is shared, and stops with the last of those who share it", async () => {
    const [first, second] = await Promise.all([hold(), hold()]);
    expect(second.url).toBe(first.url);
    expect(new URL(first.url).pathname).toBe("/workflow_engine");
    await first.release();
    expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await second.release();
    expect(await waitUntilGone(mark, 5_000)).toEqual([]);
  });

  it("keeps its password to its owner, and listens on the loopback address only", async () => {
    const { url, release } = await hold();
    expect(statSync(path.join(dataDir, "postgres-password")).mode & 0o777).toBe(0o600);
    expect(await query(url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(query(wrong.href, "select 1")).rejects.toThrow(/password/);
    await release();
  });

  it("stops by itself when its only holder is killed", async () => {
    const { process: holder } = await hold();
    holder.kill("SIGKILL");
    expect(await waitUntilGone(mark, 30_000)).toEqual([]);
    const log = readFileSync(path.join(dataDir, "postgres/log"), "utf8");
    expect(log).toContain("database system is shut down");
  });

  it("comes back with its data after everything was killed", async () => {
    const before = await hold();
    await query(before.url, "create table kept as select 42 as answer");
    for (const pid of processesWith(mark)) process.kill(pid, "SIGKILL");
    expect(await waitUntilGone(mark, 10_000)).toEqual([]);
    const after = await hold();
    expect(await query(after.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    await after.release();
  });

  it("is not fooled by a pid file that names another program", async () => {
    await (await hold()).release();
    writeFileSync(
      path.join(dataDir, "postgres/cluster/postmaster.pid"),
      `${process.pid}\n/elsewhere\n0\n5432\n\n\n\nready\n`,
    );
    const { url, release } = await hold();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    await release();
  });

  it("is made anew when making it was interrupted", async () => {
    const { release } = await hold();
    await release();
    rmSync(path.join(dataDir, "postgres/cluster"), { recursive: true });
    const again = await hold();
    expect(await query(again.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await again.release();
  });
});
