import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { generateKey } from "@/vault/keyring";
import { startWeb } from "../../scripts/support/app-processes";
import { fromRoot } from "../../scripts/support/paths";
import { freePort } from "../../scripts/support/ports";
import { commandLine } from "../../scripts/support/process-identity";
import { ensureWebBuild } from "../../scripts/support/web-build";
import { processesWith, waitUntilGone } from "../support/processes";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 });

/** `pnpm start`, seen by whoever started it: what it says, how it ends, what it leaves running. */
// One data directory for all: whatever became of the one before, the next `start` has to come up from what it left.
const dataDir = mkdtempSync(path.join(tmpdir(), "start-"));
const mark = `DATA_DIR=${dataDir}`;
let port = 0;
beforeAll(() => ensureWebBuild(new AbortController().signal));
beforeEach(async () => {
  port = await freePort();
});
afterEach(async () => {
  for (const pid of processesWith(mark)) process.kill(pid, "SIGKILL");
  await waitUntilGone(mark, 10_000);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Started {
  process: ChildProcess;
  pid: number;
  output(): string;
  exited: Promise<number>;
  /** until it has said this, or ended */
  until(words: string): Promise<string>;
}

function start(env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts"], {
    cwd: fromRoot(),
    env: { ...process.env, DATABASE_URL: "", DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  let ended = false;
  const exited = new Promise<number>((resolve) =>
    child.on("close", (code) => {
      ended = true;
      resolve(code ?? -1);
    }),
  );
  return {
    process: child,
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    async until(words) {
      while (!output.includes(words) && !ended) await sleep(50);
      return output;
    },
  };
}

const ready = "Workflow Engine is ready: ";
const readyz = () => fetch(`http://127.0.0.1:${port}/api/readyz`).then(({ status }) => status);
const pidOf = (what: string) => processesWith(mark).find((pid) => commandLine(pid).includes(what)) ?? 0;

/** A whole start takes seconds, so what can be seen of one in the same life is. */
describe("pnpm start", () => {
  it("says where it is once it is ready, to a second one too, leaves its database to one on another port, and nothing behind when it is told to stop", async () => {
    const app = start();
    expect(await app.until(ready)).toContain(`${ready}http://127.0.0.1:${port} `);
    expect(await readyz()).toBe(200);
    expect(existsSync(path.join(dataDir, "postgres/cluster"))).toBe(true);

    const second = start();
    expect(await second.exited).toBe(1);
    expect(second.output()).toBe(
      `Workflow Engine already runs here (process ${app.pid}): http://127.0.0.1:${port}\n` +
        "Stop it first, or set another PORT, with another DATA_DIR if it is to have a database of its own.\n",
    );
    expect(await readyz()).toBe(200);

    const otherPort = await freePort();
    const joining = start({ PORT: String(otherPort) });
    expect(await joining.until(ready)).toContain(`http://127.0.0.1:${otherPort} `);
    joining.process.kill("SIGTERM");
    expect(await joining.exited).toBe(0);
    expect(await readyz()).toBe(200);

    app.process.kill("SIGTERM");
    expect(await app.exited).toBe(0);
    expect(await waitUntilGone(mark, 5_000)).toEqual([]);
    expect(app.output()).toMatch(/Stopped\.\n$/);
  });

  it("names the port that another program has", async () => {
    const other = createServer().listen(port, "127.0.0.1");
    const app = start();
    expect(await app.exited).toBe(1);
    expect(app.output()).toContain(`Port ${port} on 127.0.0.1 is taken by another program.`);
    other.close();
  });

  it("stops everything when one of them cannot even start", async () => {
    const app = start({ WORKER_CONCURRENCY: "4", WORKER_HEALTH_PORT: String(port) });
    expect(await app.exited).toBe(1);
    expect(app.output()).toMatch(/ended by itself \(exit code \d+\); everything else was stopped\./);
    expect(await waitUntilGone(mark, 5_000)).toEqual([]);
  });

  it("leaves nothing behind when it is killed, and starts again, also after all of it was killed", async () => {
    const app = start();
    await app.until(ready);
    app.process.kill("SIGKILL");
    expect(await waitUntilGone(mark, 60_000)).toEqual([]);
    const again = start();
    await again.until(ready);
    expect(await readyz()).toBe(200);
    for (const pid of processesWith(mark)) process.kill(pid, "SIGKILL");
    expect(await waitUntilGone(mark, 10_000)).toEqual([]);
    const third = start();
    await third.until(ready);
    expect(await readyz()).toBe(200);
    await expectToOutliveItsProcesses(third);
    await expectToTakeCtrlC(third);
  });
});

/** Web server and worker are started again when they die. */
async function expectToOutliveItsProcesses(app: Started): Promise<void> {
  for (const [name, program] of [
    ["web server", "next-server"],
    ["worker", "worker/index.ts"],
  ] as const) {
    const before = pidOf(program);
    process.kill(before, "SIGKILL");
    await app.until(`The ${name} ended by itself (exit code 137); it is started again.`);
    while (pidOf(program) === 0 || pidOf(program) === before) await sleep(50);
  }
  while ((await readyz().catch(() => 0)) !== 200) await sleep(50);
  expect(app.output()).not.toContain("everything else was stopped");
}

/** It reaches the whole group, and may come twice at once. */
async function expectToTakeCtrlC(app: Started): Promise<void> {
  process.kill(-app.pid, "SIGINT");
  app.process.kill("SIGINT");
  expect(await app.exited).toBe(0);
  expect(await waitUntilGone(mark, 5_000)).toEqual([]);
}

it("a web server that is started by itself refuses an address that other machines reach, too", async () => {
  const lines: string[] = [];
  const settings = { DATABASE_URL: "postgresql://a@127.0.0.1:1/a", FERNET_KEY: generateKey(), AUTH_MODE: "local" };
  const env = { ...process.env, ...settings, HOST: "0.0.0.0", PORT: String(port) };
  const web = startWeb(env, { host: "127.0.0.1", port }, (line) => void lines.push(line));
  expect(await web.exited).toBe(1);
  expect(lines.join("\n")).toMatch(
    /HOST is 0\.0\.0\.0, where other machines reach it.* set AUTH_MODE=accounts.* AUTH_MODE=open will do/,
  );
});
