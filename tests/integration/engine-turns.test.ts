import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { claim } from "@/engine/claim";
import { claimAhead } from "@/engine/claim-ahead";
import { beginning, claimInTurns } from "@/engine/claim-in-turns";
import type { EngineContext } from "@/engine/context";
import { Contenders, valuesOf } from "../support/contenders";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { answerOk, createRunner, createTestEngine, startRuns } from "../support/engine";
import { createGraph, type Workflow } from "../support/executing";
import { type InProcessWorker, startInProcessWorker, WatchedEffect } from "../support/in-process-worker";
import { runEnded } from "../support/rows";
import { until } from "../support/until";

/** Workflows take turns in a long queue: nobody waits for all that another has put there before. */
let database: TestDatabase;
let engine: EngineContext;
let contenders: Contenders;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
  contenders = await Contenders.start(database.url, 3, inject("programs").contender);
});
afterAll(async () => {
  await contenders.close();
  await database.drop();
});
beforeEach(async () => {
  await database.db.stepExecution.deleteMany();
  await database.db.run.deleteMany();
});

const workerId = randomUUID();
const request = (limit: number) => ({ workerId, limit, leaseMs: 60_000 });
const single = (): Promise<Workflow> => createGraph(engine, [{ id: "call" }], ["start -> call"]);

/** Starts runs of a workflow, each of which puts one step into the queue. */
const queue = (workflow: Workflow, runs: number): Promise<string[]> => startRuns(engine, workflow, runs);

describe("a claim in turns", () => {
  it("reaches a step that came last, behind a queue that other claims would have to work off first", async () => {
    await queue(await single(), 60);
    const [late] = await queue(await single(), 1);
    const before = await claim(engine, request(20));
    expect(before.map(({ runId }) => runId)).not.toContain(late);
    const { steps } = await claimInTurns(engine, request(20), beginning);
    expect(steps.map(({ runId }) => runId)).toContain(late);
    // The others are those that have been due for longest.
    expect(new Set(steps.map(({ id }) => id)).size).toBe(20);
    const rest = await claim(engine, request(100));
    expect(rest).toHaveLength(61 - 40);
  });

  it("gives every workflow its turn, however many there are", async () => {
    await queue(await single(), 100);
    const others: string[] = [];
    for (let workflow = 0; workflow < 20; workflow++) others.push(...(await queue(await single(), 1)));
    const reached = new Set<string>();
    let position = beginning;
    for (let round = 0; round < 3; round++) {
      const { steps, next } = await claimInTurns(engine, request(15), position);
      expect(steps).toHaveLength(15);
      for (const { runId } of steps) reached.add(runId);
      position = next;
    }
    expect(others.filter((runId) => !reached.has(runId))).toEqual([]);
    // The last of three turns of eight workflows has met the end; the next begins at the front.
    expect(position.after).toBe(beginning.after);
  });

  it("brings no more than was asked for, and nothing that is not due yet", async () => {
    for (let workflow = 0; workflow < 3; workflow++) await queue(await single(), 5);
    const [later] = await queue(await single(), 1);
    await database.db
      .$executeRaw`UPDATE step_execution SET next_retry_at = now() + interval '1 h' WHERE run_id = ${later}::uuid AND status = 'pending'`;
    expect((await claimInTurns(engine, request(2), beginning)).steps).toHaveLength(2);
    const { steps } = await claimInTurns(engine, request(100), beginning);
    expect(steps.map(({ runId }) => runId)).not.toContain(later);
    expect(steps).toHaveLength(13);
    expect(await claimInTurns(engine, request(100), beginning)).toEqual({ steps: [], next: beginning, long: false });
  });

  it("goes on where the last one ended, and finds what came back before that place when it begins anew", async () => {
    await queue(await single(), 60);
    const first = await claimInTurns(engine, request(20), beginning);
    expect(first.next.since).toBeInstanceOf(Date);
    const [returned] = first.steps;
    await database.db.$executeRaw`
      UPDATE step_execution SET status = 'pending', locked_by = NULL, lease_expires_at = NULL,
        next_retry_at = ${first.next.since}::timestamptz - interval '1 s'
      WHERE id = ${returned?.id}`;
    const second = await claimInTurns(engine, request(20), first.next);
    expect(second.steps).toHaveLength(20);
    expect(second.steps.map(({ id }) => id)).not.toContain(returned?.id);
    const anew = await claimInTurns(engine, request(20), { ...second.next, since: undefined });
    expect(anew.steps.map(({ id }) => id)).toContain(returned?.id);
    expect(anew.steps).toHaveLength(20);
  });

  it("puts those first whose workflow has no more in the queue than its turn", async () => {
    await queue(await single(), 80);
    const few = await queue(await single(), 3);
    await queue(await single(), 4);
    const { steps, long } = await claimInTurns(engine, request(64), beginning);
    expect(long).toBe(true);
    expect(steps.map(({ ahead }) => ahead)).toEqual(steps.map((_, index) => index < 3));
    expect(new Set(steps.slice(0, 3).map(({ runId }) => runId))).toEqual(new Set(few));
  });

  it("puts nobody first where no workflow has more in the queue than its turn", async () => {
    for (let workflow = 0; workflow < 30; workflow++) await queue(await single(), 2);
    const { steps, long } = await claimInTurns(engine, request(50), beginning);
    expect(steps).toHaveLength(50);
    expect([long, steps.some(({ ahead }) => ahead)]).toEqual([false, false]);
  });

  it("shares the steps with others that claim at the same moment: each goes to one worker, once", async () => {
    const workflows = await Promise.all(Array.from({ length: 4 }, single));
    for (let round = 0; round < 15; round++) {
      for (const workflow of workflows) await queue(workflow, 8);
      const claims = [
        { kind: "claimInTurns" as const, workerId: randomUUID(), limit: 12, leaseMs: 60_000, from: beginning },
        { kind: "claimInTurns" as const, workerId: randomUUID(), limit: 12, leaseMs: 60_000, from: beginning },
        { kind: "claim" as const, workerId: randomUUID(), limit: 12, leaseMs: 60_000 },
      ];
      const ids = valuesOf(await contenders.race(claims)).flatMap((steps) => steps.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      const rest = await claim(engine, request(100));
      expect(ids.length + rest.length).toBe(32);
    }
  });
});

describe("a claim ahead of the queue", () => {
  it("takes steps of workflows that have only a few, and leaves the others as they are", async () => {
    await queue(await single(), 4);
    const few = [...(await queue(await single(), 3)), ...(await queue(await single(), 1))];
    const { steps, after } = await claimAhead(engine, request(50), beginning.after);
    expect(new Set(steps.map(({ runId }) => runId))).toEqual(new Set(few));
    expect(steps.every(({ ahead }) => ahead)).toBe(true);
    expect(after).toBe(beginning.after);
    expect(await claim(engine, request(50))).toHaveLength(4);
  });

  it("does not count what is not due yet, and goes on behind what it has passed over", async () => {
    const workflow = await single();
    const sleeping = await queue(workflow, 5);
    await database.db.$executeRaw`
      UPDATE step_execution SET next_retry_at = now() + interval '1 h' WHERE run_id = ANY (${sleeping}::uuid[])`;
    const [due] = await queue(workflow, 1);
    expect((await claimAhead(engine, request(50), beginning.after)).steps.map(({ runId }) => runId)).toEqual([due]);
    for (let other = 0; other < 9; other++) await queue(await single(), 4);
    const { steps, after } = await claimAhead(engine, request(50), beginning.after);
    expect(steps).toEqual([]);
    expect(after).not.toBe(beginning.after);
  });

  it("goes through the workflows in a circle, with no more steps than were asked for", async () => {
    for (let workflow = 0; workflow < 10; workflow++) await queue(await single(), 1);
    const first = await claimAhead(engine, request(50), beginning.after);
    expect(first.steps).toHaveLength(8);
    const second = await claimAhead(engine, request(1), first.after);
    expect(second.steps).toHaveLength(1);
    expect((await claimAhead(engine, request(50), second.after)).steps).toHaveLength(1);
  });
});

describe("a worker with a long queue", () => {
  /** A worker whose results wait for a lock that somebody has on runs of the queue, so that it has no room for more. */
  async function whileThereIsNoRoom(work: (worker: InProcessWorker, queued: Workflow) => Promise<void>): Promise<void> {
    const workflow = await single();
    // Whatever batches the results are written in, each has one of these.
    const held = (await queue(workflow, 300)).filter((_, index) => index % 10 === 0);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const worker = startInProcessWorker(database.url, answerOk, { concurrency: 200, pollIntervalMs: 60_000 });
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM run WHERE id = ANY ($1) FOR UPDATE", [held]);
      worker.wake();
      // As many as leave no room for a batch, also for a large one, which is what comes when nothing is ahead.
      await until("more than two batches wait to be written", () => worker.runner.unwritten > 100);
      await work(worker, workflow);
      await client.query("COMMIT");
      for (const id of held) expect(await runEnded(database.db, id)).toBe("succeeded");
    } finally {
      await client.end();
      await worker.stop();
    }
  }

  it("hears of a small run while the results of the queue leave it no room", () =>
    whileThereIsNoRoom(async (worker, queued) => {
      const [small = ""] = await queue(await single(), 1);
      worker.wake();
      expect(await runEnded(database.db, small)).toBe("succeeded");
      const left = { workflowId: queued.workflowId, status: "pending" as const };
      expect(await database.db.stepExecution.count({ where: left })).toBeGreaterThan(0);
    }));

  it("finds the next step of a small run without a notice, too, while the queue leaves it no room", () =>
    whileThereIsNoRoom(async (worker) => {
      // Two edges lead to the last node, which has an effect: it is claimed, and neither run inline nor leased.
      const twice = await createGraph(
        engine,
        [{ id: "call" }, { id: "gate", type: "condition", config: { expression: "true" } }, { id: "again" }],
        ["start -> call", "call -> gate", "gate -true-> again", "gate -false-> again"],
      );
      const [small = ""] = await queue(twice, 1);
      worker.wake();
      expect(await runEnded(database.db, small)).toBe("succeeded");
    }));

  it("writes the result of a small run while those of the queue are being written", async () => {
    const many = await queue(await single(), 30);
    const [small] = await queue(await single(), 1);
    const { steps } = await claimInTurns(engine, request(24), beginning);
    const runner = createRunner(engine, { workerId });
    const { pace } = runner;
    const goAhead = pace.ahead.bind(pace);
    const batches: number[] = [];
    // Looked at when it is told: it does not stay so for long.
    vi.spyOn(pace, "ahead").mockImplementation(() => {
      goAhead();
      batches.push(pace.batchOf(100));
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query("BEGIN");
      const held = steps.find(({ ahead }) => !ahead)?.runId ?? "";
      await client.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [held]);
      runner.run(steps, performance.now());
      expect(await runEnded(database.db, small ?? "")).toBe("succeeded");
      expect(runner.unwritten).toBe(23);
      expect(batches).toEqual([25]);
      await client.query("COMMIT");
      await runner.idle();
      expect(many).toContain(held);
      expect(await runEnded(database.db, held)).toBe("succeeded");
    } finally {
      await client.end();
      runner.stop();
    }
  });

  it("comes to a small run of another workflow before it has worked off what came before", async () => {
    const many = await queue(await createGraph(engine, [{ id: "many" }], ["start -> many"]), 120);
    const [small] = await queue(await createGraph(engine, [{ id: "small" }], ["start -> small"]), 1);
    const watched = new WatchedEffect();
    const worker = startInProcessWorker(database.url, watched.effect, { concurrency: 4 });
    expect(await runEnded(database.db, small ?? "")).toBe("succeeded");
    for (const id of many) expect(await runEnded(database.db, id)).toBe("succeeded");
    expect(watched.calls.indexOf("small")).toBeLessThan(60);
    await worker.stop();
  });
});
