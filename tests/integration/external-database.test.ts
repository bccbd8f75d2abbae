import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase } from "@/db/client";
import type { Database } from "@/db/types";
import { generateKey } from "@/vault/keyring";
import { exampleWorkflows } from "../../prisma/seed/workflows";
import { fromRoot } from "../../scripts/support/paths";
import { freePort } from "../../scripts/support/ports";
import { type CheckoutCopy, copyCheckout } from "../support/checkout-copy";
import { type Command, startCommand } from "../support/command";
import { createEmptyDatabase, type EmptyDatabase } from "../support/empty-database";
import { createTestEngine, start } from "../support/engine";
import { createGraph } from "../support/executing";
import { startHttpSink } from "../support/http-sink";
import { brokenInvariants } from "../support/invariants";
import { processesWith, waitUntilGone } from "../support/processes";
import { readRun, readSteps } from "../support/rows";
import { until } from "../support/until";

vi.setConfig({ testTimeout: 300_000 });

/** How long a busy machine may take; nothing here is about speed. */
const patient = 120_000;

/** An empty PostgreSQL of the user's own, brought up and worked by the commands, one test after the other. */
let database: EmptyDatabase;
let db: Database;
let copy: CheckoutCopy;
let env: Record<string, string>;
const dataDir = mkdtempSync(path.join(tmpdir(), "external-"));
const mark = `DATA_DIR=${dataDir}`;

beforeAll(async () => {
  database = await createEmptyDatabase();
  db = createDatabase(database.url, { max: 2 });
  // Not in this checkout itself: it may run a dev server already, and has an .env perhaps.
  copy = copyCheckout({ within: fromRoot(".test") });
  env = {
    DATABASE_URL: database.url,
    DIRECT_DATABASE_URL: database.url,
    FERNET_KEY: generateKey(),
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    LOG_LEVEL: "info",
  };
});
afterEach(async () => {
  for (const pid of processesWith(mark)) process.kill(pid, "SIGKILL");
  await waitUntilGone(mark, 10_000);
});
afterAll(async () => {
  copy.remove();
  rmSync(dataDir, { recursive: true, force: true });
  await db.$disconnect();
  await database.drop();
});

describe("pnpm db:migrate", () => {
  it("brings an empty database to the present, and then has nothing to do", async () => {
    const first = await copy.run("migrate", [], env);
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^(Applied migration \w+\n)+$/) });
    expect(await copy.run("migrate", [], env)).toEqual({ code: 0, output: "The database is up to date.\n" });
  });
});

describe("pnpm db:seed", () => {
  /** Everything that a seed could change. */
  const contents = async () => ({
    workflows: await db.workflow.findMany({ orderBy: { id: "asc" } }),
    versions: await db.workflowVersion.findMany({ orderBy: { id: "asc" } }),
    secrets: await db.secret.findMany(),
  });

  it("adds the examples once", async () => {
    expect(await copy.run("seed", [], env)).toMatchObject({ code: 0 });
    const first = await contents();
    expect(first.workflows.map(({ name }) => name)).toEqual(exampleWorkflows.map(({ name }) => name));
    expect(first.secrets).toMatchObject([{ key: "HOOK_TOKEN" }]);
    expect(await copy.run("seed", [], env)).toMatchObject({ code: 0 });
    expect(await contents()).toEqual(first);
  });
});

describe("pnpm dev", () => {
  it("serves the database until it is told to stop, and leaves nothing behind", async () => {
    const port = await freePort();
    const app = startCommand(copy.directory, "dev", [], { ...env, PORT: String(port), APP_URL: undefined });
    const base = `http://127.0.0.1:${port}/api`;
    await until("the dev server is ready", () => isReady(app, base), patient);
    const list = await (await fetch(`${base}/workflows`)).json();
    expect(list).toMatchObject({ items: [{}, {}, {}] });
    await until("its worker has come", async () => (await db.$queryRaw<unknown[]>`SELECT FROM worker`).length, patient);
    expect(await app.terminate()).toBe(0);
    expect(app.output()).toMatch(/Stopped\.\n$/);
    await expectNothingLeft();
  });
});

describe("pnpm worker, twice side by side", () => {
  it("shares the runs, and stops cleanly", async () => {
    const sink = await startHttpSink();
    const engine = createTestEngine(db);
    const held = { id: "call", config: { method: "POST", url: sink.url("/held") } };
    try {
      const workflow = await createGraph(engine, [held], ["start -> call"]);
      const runs = [];
      for (let number = 0; number < 10; number++) runs.push(await start(engine, workflow));
      runs.push(await start(engine, await seeded("Order notification"), { amount: 250 }));
      const changes = { ...env, APP_URL: new URL(sink.url()).origin, HTTP_ALLOW_HOSTS: "127.0.0.1" };
      const flags = ["--concurrency", "1", "--poll-interval-ms", "100", "--lease-seconds", "60"];
      const workers = [0, 1].map(() => startCommand(copy.directory, "worker", flags, changes));
      // Each has one request under way, and can have no more: so there are two at work.
      await until("both workers have a step", () => sink.count("/held") === 2 || failIfOver(workers), patient);
      const holders = await db.$queryRaw<
        unknown[]
      >`SELECT DISTINCT locked_by FROM step_execution WHERE locked_by IS NOT NULL`;
      expect(holders).toHaveLength(2);
      sink.release();
      for (const { id } of runs) await until("the run succeeds", () => succeeded(id), patient);
      expect(sink.count("/held")).toBe(10);
      expect(sink.count("/api/echo")).toBe(1);
      expect(await brokenInvariants(db)).toEqual([]);
      expect(await Promise.all(workers.map((worker) => worker.terminate()))).toEqual([0, 0]);
      await expectNothingLeft();
    } finally {
      await sink.close();
    }
  });
});

describe("without FERNET_KEY", () => {
  it.each(["dev", "seed", "worker"])("%s stops, names it, and says how to get one", async (script) => {
    const { code, output } = await copy.run(script, [], { ...env, FERNET_KEY: "" });
    expect(code).toBe(1);
    expect(output).toContain("FERNET_KEY is missing");
    expect(output).toContain("pnpm key:generate");
  });
});

async function isReady(app: Command, base: string): Promise<boolean> {
  failIfOver([app]);
  return fetch(`${base}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function failIfOver(commands: Command[]): false {
  for (const command of commands) if (command.hasExited()) throw new Error(`A command ended:\n${command.output()}`);
  return false;
}

async function seeded(name: string): Promise<{ workflowId: string; versionId: string }> {
  const example = exampleWorkflows.find((candidate) => candidate.name === name);
  const where = { workflowId: example?.id ?? "", publishedAt: { not: null } };
  const { id, workflowId } = await db.workflowVersion.findFirstOrThrow({
    where,
    select: { id: true, workflowId: true },
  });
  return { workflowId, versionId: id };
}

async function succeeded(runId: string): Promise<boolean> {
  const { status } = await readRun(db, runId);
  if (status === "failed") throw new Error(JSON.stringify(await readSteps(db, runId), replaceBigint));
  return status === "succeeded";
}

const replaceBigint = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

/** No process, no row of a worker, and no connection but this test's own. */
async function expectNothingLeft(): Promise<void> {
  expect(await waitUntilGone(mark, 30_000)).toEqual([]);
  expect(await db.$queryRaw<unknown[]>`SELECT FROM worker`).toEqual([]);
  await db.$disconnect();
  await until("the connections are closed", async () => (await database.connections()) === 0, patient);
  db = createDatabase(database.url, { max: 2 });
}
