import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { definitionSchema } from "@/core/definition";
import { planGraph } from "@/core/graph/plan";
import { JsonText } from "@/core/json";
import { claim } from "@/engine/claim";
import type { EngineContext } from "@/engine/context";
import { startRun } from "@/engine/start";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createRunner, createTestEngine, createWorkflow, definitionOf, start } from "../support/engine";
import { createChain, createGraph, startAndClaim, waitingBackend } from "../support/executing";
import { type InProcessWorker, startInProcessWorker, WatchedEffect } from "../support/in-process-worker";
import { readRun, readStep, runEnded } from "../support/rows";
import { until } from "../support/until";

vi.setConfig({ testTimeout: 60_000 });

/** What a worker does when a statement, a neighbour or a lock gets in the way of a step. */
let database: TestDatabase;
let engine: EngineContext;
let worker: InProcessWorker | undefined;
let other: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase({
    unsound: { rules: ["definitions"], because: "a test destroys a stored definition" },
  });
  engine = createTestEngine(database.db);
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await other.end();
  await database.drop();
});

const chain = () => createChain(engine);

describe("a completion that fails for no fault of its results", () => {
  it("is sent again after it was cancelled", async () => {
    const watched = new WatchedEffect("first");
    worker = startInProcessWorker(database.url, watched.effect);
    const run = await start(engine, await chain());
    await until("the first step is executed", () => watched.calls.length === 1);
    await other.query("BEGIN");
    await other.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [run.id]);
    watched.release("first");
    await other.query("SELECT pg_cancel_backend($1)", [await waitingBackend(other)]);
    await other.query("COMMIT");
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(watched.calls).toEqual(["first", "second"]);
  });

  it("is sent again until a table that is being changed is back", async () => {
    const watched = new WatchedEffect("first");
    worker = startInProcessWorker(database.url, watched.effect);
    const run = await start(engine, await chain());
    await until("the first step is executed", () => watched.calls.length === 1);
    await other.query("ALTER TABLE step_attempt RENAME TO step_attempt_moved");
    watched.release("first");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await other.query("ALTER TABLE step_attempt_moved RENAME TO step_attempt");
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(watched.calls).toEqual(["first", "second"]);
  });
});

describe("a step that cannot be prepared", () => {
  it("fails when its stored definition cannot be read, and holds up nobody", async () => {
    const definition = definitionOf([{ id: "start", type: "trigger" }, { id: "call" }], ["start -> call"]);
    const broken = await createWorkflow(database.db, definition);
    const deep = `${"[".repeat(200)}${"]".repeat(200)}`;
    await database.db.$executeRaw`ALTER TABLE workflow_version DISABLE TRIGGER USER`;
    await database.db.$executeRaw`
      UPDATE workflow_version SET definition = ${deep}::json WHERE id = ${broken.versionId}::uuid`;
    await database.db.$executeRaw`ALTER TABLE workflow_version ENABLE TRIGGER USER`;
    const plan = planGraph(definitionSchema.parse(definition));
    const input = new JsonText("{}");
    const bad = await startRun(engine, { ...broken, plan, input, triggerType: "api", actor: "test" });
    const good = await start(engine, await chain());
    const watched = new WatchedEffect();
    worker = startInProcessWorker(database.url, watched.effect);
    expect(await runEnded(database.db, good.id)).toBe("succeeded");
    expect(await runEnded(database.db, bad.id)).toBe("failed");
    expect((await readRun(database.db, bad.id)).error?.code).toBe("invalid_definition");
  });

  it("counts a try, comes back later, and holds up nobody, when what it reads is not there", async () => {
    const secretive = { url: "http://127.0.0.1/", headers: { authorization: "{{ secrets.TOKEN }}" } };
    const workflow = await createGraph(engine, [{ id: "call", config: secretive }], ["start -> call"]);
    await other.query("ALTER TABLE secret RENAME TO secret_moved");
    try {
      const bad = await start(engine, workflow);
      const good = await start(engine, await chain());
      const watched = new WatchedEffect();
      worker = startInProcessWorker(database.url, watched.effect);
      expect(await runEnded(database.db, good.id)).toBe("succeeded");
      const step = await until("the try is counted", async () => {
        const call = await readStep(database.db, bad.id, "call");
        return call?.attempts.length === 1 && call;
      });
      expect(step).toMatchObject({
        status: "pending",
        attempt: 1,
        attempts: [{ attempt: 1, code: "executor_failed" }],
      });
      expect(step.due_in_ms).toBeGreaterThan(0);
      expect(watched.calls).toEqual(["first", "second"]);
      await worker.stop();
      worker = undefined;
    } finally {
      await other.query("ALTER TABLE secret_moved RENAME TO secret");
    }
  });
});

describe("an executor that throws", () => {
  it("kills an inline step, and what came before it is not done again", async () => {
    const watched = new WatchedEffect();
    worker = startInProcessWorker(database.url, watched.effect);
    worker.engine.registry.log = {
      execute() {
        throw new Error("a defect");
      },
    };
    const workflow = await createGraph(
      engine,
      [{ id: "call" }, { id: "note", type: "log" }],
      ["start -> call", "call -> note"],
    );
    const run = await start(engine, workflow);
    expect(await runEnded(database.db, run.id)).toBe("failed");
    expect(watched.calls).toEqual(["call"]);
    expect((await readRun(database.db, run.id)).error).toMatchObject({ node_id: "note", code: "executor_failed" });
  });

  it("costs a try each time, and is told in the run", async () => {
    worker = startInProcessWorker(database.url, () => {
      throw new Error("a defect");
    });
    const workflow = await createGraph(engine, [{ id: "call", max_attempts: 1 }], ["start -> call"]);
    const run = await start(engine, workflow);
    expect(await runEnded(database.db, run.id)).toBe("failed");
    expect((await readRun(database.db, run.id)).error?.message).toContain("a defect");
  });
});

describe("steps that answer at once, one after the other", () => {
  it("leave others their turn between them", async () => {
    let othersHadTheirTurn = 0;
    const seen: number[] = [];
    const busy = createTestEngine(database.db, () => {
      seen.push(othersHadTheirTurn);
      setImmediate(() => othersHadTheirTurn++);
      const from = performance.now();
      while (performance.now() - from < longerThanATurnMs);
      return { kind: "done", output: null };
    });
    const leaves = ["first", "second", "third"];
    const workflow = await createGraph(
      busy,
      leaves.map((id) => ({ id })),
      leaves.map((id) => `start -> ${id}`),
    );
    const workerId = randomUUID();
    const { claimed } = await startAndClaim(busy, workflow, { workerId });
    const runner = createRunner(busy, { workerId });
    runner.run(Object.values(claimed), performance.now());
    await runner.idle();
    runner.stop();
    expect(seen).toEqual([0, 1, 2]);
  });
});

const longerThanATurnMs = 25;

describe("results that the database does not take", () => {
  it("keep further steps from beginning before they fill the memory", async () => {
    let executed = 0;
    const text = "x".repeat(60_000);
    const generous = createTestEngine(database.db, () => {
      executed++;
      return { kind: "done", output: { text } };
    });
    const notes = Array.from({ length: 7 }, (_, index) => {
      return { id: `note${index}`, type: "log", config: { message: "{{ steps.call.output.text }}" } };
    });
    const workflow = await createGraph(
      generous,
      [{ id: "call" }, ...notes],
      ["start -> call", ...notes.map(({ id }) => `call -> ${id}`)],
    );
    const workerId = randomUUID();
    const runs = 40;
    for (let run = 0; run < runs; run++) await start(generous, workflow);
    const claimed = await claim(generous, { workerId, limit: runs, leaseMs: 60_000 });
    expect(claimed).toHaveLength(runs);
    await other.query("BEGIN");
    await other.query("LOCK TABLE run IN EXCLUSIVE MODE");
    const runner = createRunner(generous, { workerId });
    runner.run(claimed, performance.now());
    await until("there is no room for more", () => runner.full);
    await sleep(1_000);
    // Each leaves 0.9 of the eight million characters that may wait.
    expect(executed).toBeLessThan(12);
    await other.query("COMMIT");
    await runner.idle();
    runner.stop();
    expect([executed, runner.full]).toEqual([runs, false]);
    expect(await database.db.run.count({ where: { status: "succeeded" } })).toBe(runs);
  });
});

describe("a worker with nothing that it can claim", () => {
  const looksWithin = async (milliseconds: number): Promise<number> => {
    let looks = 0;
    if (worker) worker.engine.metrics = { ...silentMetrics, claimed: () => void looks++ };
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return looks;
  };

  it("looks once a poll interval when the queue is empty", async () => {
    worker = startInProcessWorker(database.url, new WatchedEffect().effect, { pollIntervalMs: 60_000 });
    await worker.asleep(database.db);
    expect(await looksWithin(1_000)).toBeLessThanOrEqual(1);
  });

  it("claims nothing as long as the queue is empty: a look is a plain read", async () => {
    worker = startInProcessWorker(database.url, new WatchedEffect().effect, { pollIntervalMs: 20 });
    await worker.asleep(database.db);
    expect(await looksWithin(500)).toBe(0);
    const run = await start(engine, await chain());
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
  });

  it("looks now and then, not without pause, at a due step that somebody has locked", async () => {
    worker = startInProcessWorker(database.url, new WatchedEffect().effect, { pollIntervalMs: 500 });
    await worker.asleep(database.db);
    const run = await start(engine, await chain());
    await other.query("BEGIN");
    await other.query("SELECT FROM step_execution WHERE run_id = $1 FOR UPDATE", [run.id]);
    worker.wake();
    const looks = await looksWithin(1_500);
    await other.query("COMMIT");
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(looks).toBeGreaterThan(1);
    expect(looks).toBeLessThan(30);
  });

  it("looks again when the next step is due, before the poll interval is over", async () => {
    const pause = { id: "pause", type: "delay", config: { seconds: 1 } };
    const workflow = await createGraph(engine, [pause, { id: "call" }], ["start -> pause", "pause -> call"]);
    const run = await start(engine, workflow);
    worker = startInProcessWorker(database.url, new WatchedEffect().effect, { pollIntervalMs: 60_000 });
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
  });
});

const silentMetrics = {
  executed: () => undefined,
  tryEnded: () => undefined,
  resultRefused: () => undefined,
  workerLost: () => undefined,
  runStarted: () => undefined,
  runsFinished: () => undefined,
  heartbeatFailed: () => undefined,
};
