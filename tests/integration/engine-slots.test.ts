import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { claim } from "@/engine/claim";
import type { EngineContext } from "@/engine/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createRunner, createTestEngine, start } from "../support/engine";
import { createGraph, type Workflow } from "../support/executing";
import { type InProcessWorker, startInProcessWorker, WatchedEffect } from "../support/in-process-worker";
import { readRun, readSteps, runEnded } from "../support/rows";
import { until } from "../support/until";

/** Steps that wait hold slots; steps that are done at once need none, and are claimed by the batch. */
let database: TestDatabase;
let engine: EngineContext;
let worker: InProcessWorker | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
});
afterAll(() => database.drop());
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

/** A pure node that two edges lead to is never run inline: it is claimed. */
const quick = (): Promise<Workflow> =>
  createGraph(
    engine,
    [
      { id: "gate", type: "condition", config: { expression: "true" } },
      { id: "note", type: "log" },
    ],
    ["start -> gate", "gate -true-> note", "gate -false-> note"],
  );

async function startMany(workflow: Workflow, count: number): Promise<string[]> {
  const runs = await Promise.all(Array.from({ length: count }, () => start(engine, workflow)));
  return runs.map(({ id }) => id);
}

describe("a worker with two slots", () => {
  it("claims more quick steps than it has slots, with few claims", async () => {
    const runs = await startMany(await quick(), 200);
    let claims = 0;
    worker = startInProcessWorker(database.url, new WatchedEffect().effect, { concurrency: 2, pollIntervalMs: 60_000 });
    const claimed = (steps: number) => {
      if (steps > 0) claims++;
    };
    worker.engine.metrics = { ...silentMetrics, claimed };
    worker.wake();
    for (const id of runs) expect(await runEnded(database.db, id)).toBe("succeeded");
    expect(claims).toBeLessThan(60);
  });

  it("executes two at a time of those that wait, and gives the others back unburnt", async () => {
    const watched = new WatchedEffect("call");
    worker = startInProcessWorker(database.url, watched.effect, { concurrency: 2, pollIntervalMs: 60_000 });
    // After so many quick steps it claims by the batch.
    const before = await startMany(await quick(), 100);
    worker.wake();
    for (const id of before) await runEnded(database.db, id);
    const runs = await startMany(await createGraph(engine, [{ id: "call" }], ["start -> call"]), 10);
    worker.wake();
    const steps = async () =>
      (await Promise.all(runs.map((id) => readSteps(database.db, id)))).flatMap((all) => all.slice(1));
    const waiting = await until("eight are back in the queue", async () => {
      const back = (await steps()).filter(({ status, claim_number }) => status === "pending" && claim_number > 0n);
      return back.length === 8 && back;
    });
    expect(waiting.map(({ attempt, attempts }) => [attempt, attempts])).toEqual(waiting.map(() => [0, []]));
    expect(watched.calls).toEqual(["call", "call"]);
    watched.release("call");
    for (const id of runs) expect(await runEnded(database.db, id)).toBe("succeeded");
    expect(watched.calls).toHaveLength(10);
    expect((await steps()).map(({ attempt }) => attempt)).toEqual(runs.map(() => 1));
  });

  it("looks for what has become due meanwhile when a slot is free again", async () => {
    const watched = new WatchedEffect("call");
    worker = startInProcessWorker(database.url, watched.effect, { concurrency: 2, pollIntervalMs: 60_000 });
    // After so many quick steps one claim of more than it gets fills both slots.
    const before = await startMany(await quick(), 200);
    worker.wake();
    for (const id of before) await runEnded(database.db, id);
    await worker.asleep(database.db);
    const calling = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
    const runs = await startMany(calling, 2);
    worker.wake();
    await until("both slots are taken", () => watched.calls.length === 2);
    // Nobody is told of it: as when a notice is lost, or a retry's time has come.
    const quiet = await start(engine, calling);
    watched.release("call");
    for (const id of [...runs, quiet.id]) expect(await runEnded(database.db, id)).toBe("succeeded");
  });

  it("executes no more than two at a time where slots are free again at once, and each step once", async () => {
    let executing = 0;
    let most = 0;
    const calls: string[] = [];
    worker = startInProcessWorker(
      database.url,
      async ({ runId }) => {
        calls.push(runId);
        most = Math.max(most, ++executing);
        await new Promise((resolve) => setTimeout(resolve, 1));
        executing--;
        return { kind: "done", output: { status: 200, headers: {}, body: null } };
      },
      { concurrency: 2, pollIntervalMs: 60_000 },
    );
    const runs = await startMany(await createGraph(engine, [{ id: "call" }], ["start -> call"]), 150);
    worker.wake();
    for (const id of runs) expect(await runEnded(database.db, id)).toBe("succeeded");
    expect(most).toBe(2);
    expect([...calls].sort()).toEqual([...runs].sort());
  });

  it("passes a slot on to the successor that is leased with a result", async () => {
    const watched = new WatchedEffect("second");
    worker = startInProcessWorker(database.url, watched.effect, { concurrency: 2, pollIntervalMs: 60_000 });
    const chain = await createGraph(engine, [{ id: "first" }, { id: "second" }], ["start -> first", "first -> second"]);
    const runs = await startMany(chain, 6);
    worker.wake();
    await until("two successors wait", () => watched.calls.filter((id) => id === "second").length === 2);
    expect(worker.runner.slots.free).toBe(0);
    expect(watched.calls.filter((id) => id === "first")).toHaveLength(2);
    watched.release("second");
    for (const id of runs) expect(await runEnded(database.db, id)).toBe("succeeded");
    expect(watched.calls).toHaveLength(12);
  });
});

describe("steps that are claimed for slots which are about to be free", () => {
  const answer = { kind: "done" as const, output: { status: 200, headers: {}, body: null } };

  it("are there when a slot is free, and need not go back", async () => {
    let ahead = 0;
    const effect = async () => {
      await pause(5);
      return answer;
    };
    worker = startInProcessWorker(database.url, effect, { concurrency: 2, pollIntervalMs: 60_000 });
    const { slots } = worker.runner;
    const claimed = (steps: number) => {
      if (steps > 0 && !slots.available) ahead++;
    };
    worker.engine.metrics = { ...silentMetrics, claimed };
    const runs = await startMany(await createGraph(engine, [{ id: "call" }], ["start -> call"]), 150);
    worker.wake();
    for (const id of runs) expect(await runEnded(database.db, id)).toBe("succeeded");
    expect(ahead).toBeGreaterThan(20);
    // On a machine that stands still for a while, some have waited for too long.
    const claims = await database.db.stepExecution.aggregate({
      where: { runId: { in: runs } },
      _sum: { claimNumber: true },
    });
    expect(Number(claims._sum.claimNumber)).toBeLessThan(200);
  });

  it("do not get the slot that passes on to a successor", async () => {
    const calls: string[] = [];
    const executing = createTestEngine(database.db, async ({ nodeId }) => {
      calls.push(nodeId);
      await pause(1);
      return answer;
    });
    const workerId = randomUUID();
    const runner = createRunner(executing, { workerId, concurrency: 1 });
    const run = async (workflow: Workflow) => {
      const { id } = await start(engine, workflow);
      const steps = await claim(engine, { workerId, limit: 1, leaseMs: 60_000, runId: id });
      return () => runner.run(steps, performance.now());
    };
    const quick = await createGraph(engine, [{ id: "quick" }], ["start -> quick"]);
    const chain = await createGraph(engine, [{ id: "first" }, { id: "second" }], ["start -> first", "first -> second"]);
    for (const workflow of [quick, chain, quick]) {
      (await run(workflow))();
      await runner.idle();
    }
    calls.length = 0;
    const [runChain, runQuick] = [await run(chain), await run(quick)];
    runChain();
    runQuick();
    await runner.idle();
    runner.stop();
    expect(calls.slice(0, 2)).toEqual(["first", "second"]);
  });
});

describe("a run whose step waits", () => {
  it("is shown as running before its step is done", async () => {
    const watched = new WatchedEffect("call");
    worker = startInProcessWorker(database.url, watched.effect);
    const run = await start(engine, await createGraph(engine, [{ id: "call" }], ["start -> call"]));
    await until("it is shown as running", async () => (await readRun(database.db, run.id)).status === "running");
    watched.release("call");
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
