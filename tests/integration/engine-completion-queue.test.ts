import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CompletionQueue, type WrittenResult } from "@/engine/completion-queue";
import type { EngineContext } from "@/engine/context";
import { GivingWay } from "@/engine/giving-way";
import { silentLog } from "@/engine/log";
import { Pace } from "@/engine/pace";
import { reap } from "@/engine/reap";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start } from "../support/engine";
import { createGraph, executeStep, startAndClaim, waitingBackend } from "../support/executing";
import { startInProcessWorker, WatchedEffect } from "../support/in-process-worker";
import { brokenInvariants } from "../support/invariants";
import { readRun, readSteps } from "../support/rows";
import { signal } from "../support/signal";
import { until } from "../support/until";

vi.setConfig({ testTimeout: 60_000 });

/** How results are written in groups, and what becomes of those that cannot be written. */
let database: TestDatabase;
let engine: EngineContext;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
});
afterAll(() => database.drop());

const workerId = randomUUID();

function createQueue(
  onWritten: (result: WrittenResult) => void,
  { pace = new Pace(), givingWay = new GivingWay(), onEnqueued = () => {} } = {},
): CompletionQueue {
  return new CompletionQueue(engine, {
    workerId,
    leaseMs: 60_000,
    log: silentLog,
    granting: (statement) => statement(),
    onWritten: (results) => results.forEach(onWritten),
    pace,
    givingWay,
    onEnqueued,
  });
}

/** A run whose steps are all executed, and of which nothing is written yet. */
async function executeFan(width: number) {
  const fan = Array.from({ length: width }, (_, index) => `step${index}`);
  const workflow = await createGraph(
    engine,
    fan.map((id) => ({ id })),
    fan.map((id) => `start -> ${id}`),
  );
  const { runId, claimed } = await startAndClaim(engine, workflow, { workerId });
  return { runId, finished: await Promise.all(Object.values(claimed).map((step) => executeStep(engine, step))) };
}

describe("a result that is added while the queue is finishing", () => {
  it("is written, whichever turn of the event loop it comes in", async () => {
    const turns = Array.from({ length: 40 }, (_, turn) => turn);
    const workflow = await createGraph(engine, [{ id: "one" }, { id: "two" }], ["start -> one", "start -> two"]);
    const runs = await Promise.all(
      turns.map(async (turn) => {
        const { runId, claimed } = await startAndClaim(engine, workflow, { workerId });
        const first = await executeStep(engine, claimed.one);
        const second = await executeStep(engine, claimed.two);
        const queue = createQueue(async ({ finished }) => {
          if (finished !== first) return;
          for (let passed = 0; passed < turn; passed++) await Promise.resolve();
          queue.add(second);
        });
        queue.add(first);
        return runId;
      }),
    );
    await until("every result is written", async () => {
      const states = await Promise.all(runs.map((runId) => readRun(database.db, runId)));
      return states.every(({ status }) => status === "succeeded");
    });
    expect(await brokenInvariants(database.db)).toEqual([]);
  });
});

describe("results that finish while others are being written", () => {
  it("go together in the next statement", async () => {
    const { runId, finished } = await executeFan(30);
    const batches = new Set<number>();
    let written = 0;
    const queue = createQueue(({ accepted, sentAt }) => {
      batches.add(sentAt);
      if (accepted) written++;
    });
    for (const one of finished) queue.add(one);
    await until("every result is written", () => written === finished.length);
    expect(batches.size).toBe(1);
    expect(await readRun(database.db, runId)).toMatchObject({ status: "succeeded", open_steps: 0 });
  });
});

describe("results that finish while a queue rests after a full batch, for steps go ahead of it", () => {
  it("wait until it goes on, and go together then", async () => {
    const { finished } = await executeFan(9);
    const [first, ...others] = finished;
    if (!first) throw new Error("No step was claimed.");
    const pace = new Pace();
    const batches: number[] = [];
    let written = 0;
    // The first alone is a full batch; that of the others is not.
    vi.spyOn(pace, "batchOf").mockImplementation((large) => (written === 0 ? 1 : large));
    const rest = vi.spyOn(pace, "restMs").mockImplementation(() => {
      // Others finish one by one, each in a turn of its own, while nothing is written.
      others.forEach((other, index) => {
        setTimeout(() => queue.add(other), 10 * index);
      });
      return 500;
    });
    const queue = createQueue(
      ({ sentAt }) => {
        if (batches.at(-1) !== sentAt) batches.push(sentAt);
        written++;
      },
      { pace },
    );
    queue.add(first);
    await until("every result is written", () => written === finished.length);
    expect(batches).toHaveLength(2);
    expect(rest).toHaveBeenCalledOnce();
  });
});

describe("results that finish while a queue gives way to what goes ahead of it", () => {
  it("are written together when it goes on", async () => {
    const { finished } = await executeFan(5);
    const givingWay = new GivingWay();
    const over = signal();
    const asked = vi.spyOn(givingWay, "over", "get").mockReturnValueOnce(over.given);
    const sentAt: number[] = [];
    const queue = createQueue((result) => sentAt.push(result.sentAt), { givingWay });
    for (const result of finished) {
      queue.add(result);
      // Each in a turn of its own; the first would have been written long since.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(asked).toHaveBeenCalledOnce();
    expect(sentAt).toEqual([]);
    over.give();
    await until("every result is written", () => sentAt.length === finished.length);
    expect(new Set(sentAt).size).toBe(1);
  });
});

describe("a result that puts a step into the queue", () => {
  it("tells of it before it tells that it is written: who gives way to a small run is to know that it goes on", async () => {
    const workflow = await createGraph(engine, [{ id: "one" }, { id: "two" }], ["start -> one", "one -> two"]);
    const { runId, claimed } = await startAndClaim(engine, workflow, { workerId });
    const told: string[] = [];
    const queue = createQueue(() => told.push("written"), { onEnqueued: () => told.push("enqueued") });
    for (const step of Object.values(claimed)) queue.add(await executeStep(engine, step));
    await until("the result is written", () => told.length === 2);
    expect(told).toEqual(["enqueued", "written"]);
    // Nothing is left for the workers of others.
    await database.db.stepExecution.deleteMany({ where: { runId } });
    await database.db.run.delete({ where: { id: runId } });
  });
});

describe("results that finish while a statement is under way", () => {
  it("are left for the next one, all of them, as long as it is not overtaken", async () => {
    const [locked, free] = [await executeFan(1), await executeFan(8)];
    const sentAt: number[] = [];
    const queue = createQueue((result) => sentAt.push(result.sentAt));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // Its patience is not to end, however long this takes.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [locked.runId]);
      for (const one of locked.finished) queue.add(one);
      await waitingBackend(client);
      for (const one of free.finished) {
        queue.add(one);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(sentAt).toEqual([]);
      await client.query("COMMIT");
      await until("every result is written", () => sentAt.length === 9);
      expect(new Set(sentAt).size).toBe(2);
    } finally {
      vi.useRealTimers();
      await client.end();
    }
  });
});

describe("a statement that waits for the lock of a run", () => {
  it("is overtaken by the results of others, and written when it gets it", async () => {
    const [locked, free] = [await executeFan(1), await executeFan(2)];
    const written: string[] = [];
    const queue = createQueue(({ finished, accepted }) => {
      if (accepted) written.push(finished.step.runId);
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [locked.runId]);
      const lengths = [queue.length];
      for (const one of locked.finished) queue.add(one);
      await waitingBackend(client);
      for (const one of free.finished) queue.add(one);
      lengths.push(queue.length);
      await until("the others' results are written", () => written.length === 2);
      expect(written).toEqual([free.runId, free.runId]);
      expect(queue.length).toBeGreaterThan(0);
      await client.query("COMMIT");
      await until("its own is", () => written.includes(locked.runId));
      expect(queue.length).toBe(0);
      expect(lengths[1]).toBeGreaterThan(lengths[0] ?? Number.NaN);
      expect(await brokenInvariants(database.db)).toEqual([]);
    } finally {
      await client.end();
    }
  });
});

describe("a result that can never be written, not even as dead", () => {
  it("leaves its lease to expire: the try counts, and is not repeated by the worker that knows of it", async () => {
    const watched = new WatchedEffect("call");
    const worker = startInProcessWorker(database.url, watched.effect, { leaseMs: 2_000 });
    const run = await start(engine, await createGraph(engine, [{ id: "call" }], ["start -> call"]));
    await until("the step is executed", () => watched.calls.length === 1);
    // A hand on the database: now no completion can keep the counter from falling below zero.
    await database.db.$executeRaw`UPDATE run SET open_steps = 0 WHERE id = ${run.id}::uuid`;
    watched.release("call");
    await until("the lease has expired", async () => {
      const [row] = await database.db.$queryRaw<{ expired: boolean }[]>`
        SELECT lease_expires_at < now() - interval '1 s' AS expired FROM step_execution
        WHERE run_id = ${run.id}::uuid AND status = 'running'`;
      return row?.expired;
    });
    expect(watched.calls).toHaveLength(1);
    await database.db.$executeRaw`UPDATE run SET open_steps = 1 WHERE id = ${run.id}::uuid`;
    expect(await reap(engine, 0)).toMatchObject({ requeued: 1 });
    await until("the run is finished", async () => (await readRun(database.db, run.id)).status === "succeeded");
    const [, step] = await readSteps(database.db, run.id);
    expect(step).toMatchObject({ attempt: 2, attempts: [{ attempt: 1, code: "worker_lost" }] });
    await worker.stop();
  });
});
