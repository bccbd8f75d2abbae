import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { EngineContext } from "@/engine/context";
import { silentLog } from "@/engine/log";
import { StepRunner } from "@/engine/runner";
import { ClaimLoop } from "../../worker/loop";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { answerOk, createRunner, createTestEngine, type Effect, startRuns } from "../support/engine";
import { createGraph, type Workflow } from "../support/executing";
import { type InProcessWorker, startInProcessWorker, WatchedEffect } from "../support/in-process-worker";
import { runEnded } from "../support/rows";
import { signal } from "../support/signal";
import { until } from "../support/until";

/** Beside a long queue a worker that hears of a small run lets it go ahead, and goes on with the queue then. */
let database: TestDatabase;
let engine: EngineContext;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.stepExecution.deleteMany();
  await database.db.run.deleteMany();
});

const queue = (workflow: Workflow, runs: number): Promise<string[]> => startRuns(engine, workflow, runs);
const node = (id: string): Promise<Workflow> => createGraph(engine, [{ id }], [`start -> ${id}`]);

/**
 * A worker beside whose queue small runs have come in a moment ago.
 * @param onLong called in the turn in which it has claimed twice: the second claim tells it that the queue is long
 */
function startGentleWorker(effect: Effect, onLong: (worker: InProcessWorker) => void): InProcessWorker {
  const worker = startInProcessWorker(database.url, effect, { concurrency: 400, pollIntervalMs: 60_000 });
  vi.spyOn(worker.runner.pace, "isGentle", "get").mockReturnValue(true);
  const run = vi.spyOn(worker.runner, "run").mockImplementation((...claimed) => {
    if (run.mock.calls.length === 2) onLong(worker);
    StepRunner.prototype.run.apply(worker.runner, claimed);
  });
  return worker;
}

describe("a long queue that gives way", () => {
  it("is not gone on with until the small run is through; nothing small, or an answer that it waits for, keeps it no longer", async () => {
    const queued = await node("call");
    const many = await queue(queued, 300);
    const left = () => database.db.stepExecution.count({ where: { workflowId: queued.workflowId, status: "pending" } });
    const watched = new WatchedEffect("small");
    const [long, over] = [signal(), signal()];
    const worker = startGentleWorker(watched.effect, ({ runner: { givingWay } }) => {
      vi.spyOn(givingWay, "over", "get").mockReturnValue(over.given);
      long.give();
    });
    const { givingWay } = worker.runner;
    const [begins, answered] = [vi.spyOn(givingWay, "begin"), vi.spyOn(givingWay, "answered")];
    const way: string[] = [];
    vi.spyOn(givingWay, "goesAhead").mockImplementation(() => way.push("goes ahead"));
    vi.spyOn(givingWay, "through").mockImplementation((step) => step.nodeId === "small" && way.push("is through"));
    try {
      worker.wake();
      await long.given;
      expect(begins).not.toHaveBeenCalled();
      const [small = ""] = await queue(await node("small"), 1);
      worker.wake();
      expect(begins).toHaveBeenCalledOnce();
      await until("the small run's step waits for an answer", () => watched.calls.includes("small"));
      await until("the queue has been told", () => way.length === 2);
      expect(way).toEqual(["goes ahead", "is through"]);
      watched.release("small");
      expect(await runEnded(database.db, small)).toBe("succeeded");
      await until("the queue has been told of its end", () => way.length === 4);
      expect(way.slice(2)).toEqual(["goes ahead", "is through"]);
      await until("somebody has looked", () => answered.mock.calls.length === 1);
      worker.wake();
      await until("there is nothing small", () => answered.mock.calls.length === 2);
      expect(await left()).toBe(200);
    } finally {
      vi.restoreAllMocks();
      over.give();
      worker.wake();
      for (const id of many) expect(await runEnded(database.db, id)).toBe("succeeded");
      await worker.stop();
    }
  });

  it("is gone on with after ten milliseconds without anything else, when what went ahead is held up", async () => {
    const queued = await node("call");
    await queue(queued, 150);
    const [small = ""] = await queue(await node("small"), 1);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [small]);
    // Nothing of the queue is answered, and so no result of it wakes the worker; the small run is, at once.
    const watched = new WatchedEffect("call");
    const effect: Effect = (step) => (step.nodeId === "small" ? answerOk(step) : watched.effect(step));
    let held: MockInstance<() => Promise<void> | undefined> | undefined;
    const worker = startGentleWorker(effect, ({ runner: { givingWay } }) => {
      held = vi.spyOn(givingWay, "over", "get").mockReturnValue(signal().given);
    });
    const { givingWay } = worker.runner;
    try {
      await until(
        "all that is claimed is executed",
        () => worker.runner.unwritten === 1 && watched.calls.length === 99,
      );
      held?.mockRestore();
      worker.wake();
      expect(givingWay.over).toBeInstanceOf(Promise);
      await until("all of the queue is claimed", () => watched.calls.length === 150);
      await client.query("COMMIT");
      expect(await runEnded(database.db, small)).toBe("succeeded");
    } finally {
      await client.end();
      watched.release("call");
      await worker.stop();
    }
  });

  it("does so no longer when it is none any more: what comes is claimed at once", async () => {
    const worker = startInProcessWorker(database.url, answerOk, { pollIntervalMs: 60_000 });
    const { givingWay } = worker.runner;
    const over = vi.spyOn(givingWay, "over", "get").mockReturnValue(signal().given);
    // Its time does not run out.
    vi.spyOn(givingWay, "begin").mockReturnValue();
    const ends = vi.spyOn(givingWay, "end").mockImplementation(() => {
      over.mockReturnValue(undefined);
    });
    try {
      const [run = ""] = await queue(await node("call"), 1);
      worker.wake();
      expect(await runEnded(database.db, run)).toBe("succeeded");
      expect(ends).toHaveBeenCalledOnce();
    } finally {
      vi.restoreAllMocks();
      await worker.stop();
    }
  });

  it("is waited for by a worker that works off what is due and ends", async () => {
    const [run = ""] = await queue(await node("call"), 1);
    const workerId = randomUUID();
    const runner = createRunner(engine, { workerId });
    const { given, give } = signal();
    const over = vi.spyOn(runner.givingWay, "over", "get").mockReturnValue(given);
    const loop = new ClaimLoop(engine, runner, {
      workerId,
      batchSize: 50,
      pollIntervalMs: 60_000,
      leaseMs: 60_000,
      log: silentLog,
    });
    const ended = loop.runOnce();
    over.mockReturnValue(undefined);
    give();
    await ended;
    expect(await runEnded(database.db, run)).toBe("succeeded");
    runner.stop();
  });
});
