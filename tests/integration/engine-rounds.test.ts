import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase } from "@/db/client";
import type { EngineContext } from "@/engine/context";
import { silentLog } from "@/engine/log";
import { reapLimit } from "@/engine/reap";
import { tick } from "@/engine/tick";
import { ClaimLoop } from "../../worker/loop";
import { Timers } from "../../worker/timers";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createRunner, createTestEngine, start } from "../support/engine";
import { createChain, createGraph, startAndClaim } from "../support/executing";
import { WatchedEffect } from "../support/in-process-worker";
import { brokenInvariants } from "../support/invariants";
import { readRun, readSteps } from "../support/rows";
import { TcpProxy } from "../support/tcp-proxy";
import { until } from "../support/until";

vi.setConfig({ testTimeout: 60_000 });

/** One sweep, one tick, one `worker --once`: each does all of its work, and leaves nothing behind. */
let database: TestDatabase;
let engine: EngineContext;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
});
afterAll(() => database.drop());
afterEach(async () => {
  expect(await brokenInvariants(database.db)).toEqual([]);
});

const chain = () => createChain(engine);

describe("a sweep", () => {
  it("takes all expired steps, however many a dead worker has left", async () => {
    const fan = Array.from({ length: 90 }, (_, index) => `step${index}`);
    const workflow = await createGraph(
      engine,
      fan.map((id) => ({ id })),
      fan.map((id) => `start -> ${id}`),
    );
    const expired = { workerId: randomUUID(), leaseMs: -1_000 };
    for (let run = 0; run < 3; run++) await startAndClaim(engine, workflow, expired);
    const reports: object[] = [];
    const log = { ...silentLog, warn: (data: object) => void reports.push(data) };
    const identity = { id: randomUUID(), host: "test", pid: 1, version: "0" };
    let told = 0;
    const onRequeued = () => void told++;
    const timers = new Timers(engine, { db: database.db, identity, leaseMs: 300, log, onRequeued });
    await until("a sweep has reported", () => reports.length > 0);
    await timers.stop();
    expect(reports[0]).toMatchObject({ requeued: 270, dead: 0 });
    // Its own notice does not come back to this process, which is told after each round.
    expect(told).toBe(Math.ceil(270 / reapLimit));
    await database.db.$executeRaw`DELETE FROM step_attempt`;
    await database.db.$executeRaw`DELETE FROM step_execution`;
    await database.db.$executeRaw`DELETE FROM run_event`;
    await database.db.$executeRaw`DELETE FROM run`;
  });
});

describe("a tick", () => {
  it("executes one round of one run's due steps and is done", async () => {
    const watched = new WatchedEffect();
    const ticking = createTestEngine(database.db, watched.effect);
    const [run, other] = [await start(engine, await chain()), await start(engine, await chain())];
    expect(await tick(ticking, { runId: run.id, log: silentLog })).toEqual({ claimed: 1, completed: 1 });
    expect(watched.calls).toEqual(["first"]);
    expect(await tick(ticking, { runId: run.id, log: silentLog })).toEqual({ claimed: 1, completed: 1 });
    expect(await readRun(database.db, run.id)).toMatchObject({ status: "succeeded" });
    expect(await tick(ticking, { runId: run.id, log: silentLog })).toEqual({ claimed: 0, completed: 0 });
    expect((await readSteps(database.db, other.id)).map(({ status }) => status)).toEqual(["succeeded", "pending"]);
  });

  it("answers in time when a step takes long, and the step goes on", async () => {
    const watched = new WatchedEffect("first");
    const ticking = createTestEngine(database.db, watched.effect);
    const run = await start(engine, await chain());
    expect(await tick(ticking, { runId: run.id, log: silentLog, answerWithinMs: 200 })).toEqual({
      claimed: 1,
      completed: 0,
    });
    watched.release("first");
    await until("the step is done", async () => (await readSteps(database.db, run.id))[1]?.status === "succeeded");
    expect(watched.calls).toEqual(["first"]);
  });

  it("leaves no heartbeat behind when it cannot claim", async () => {
    const proxy = await TcpProxy.start(database.url);
    const db = createDatabase(proxy.url, { max: 2, applicationName: "failed tick" });
    proxy.cut();
    await expect(tick(createTestEngine(db), { log: silentLog })).rejects.toThrow();
    proxy.restore();
    // Longer than a third of a tick's lease, when a heartbeat would connect.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    const connections = await database.db.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'failed tick'`;
    expect(connections).toEqual([]);
    await db.$disconnect();
    await proxy.close();
  });
});

describe("a worker that is to run once", () => {
  it("does what is due, successors too, and ends; an outage makes it wait, not give up", async () => {
    const proxy = await TcpProxy.start(database.url);
    const db = createDatabase(proxy.url, { max: 4 });
    const watched = new WatchedEffect();
    const once = createTestEngine(db, watched.effect);
    const workerId = randomUUID();
    const runner = createRunner(once, { workerId, concurrency: 1 });
    const options = { workerId, batchSize: 1, pollIntervalMs: 50, leaseMs: 10_000, log: silentLog };
    const loop = new ClaimLoop(once, runner, options);
    await database.db
      .$executeRaw`UPDATE step_execution SET next_retry_at = now() + interval '1 h' WHERE status = 'pending'`;
    const runs = [await start(engine, await chain()), await start(engine, await chain())];
    proxy.cut();
    const ended = loop.runOnce();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(watched.calls).toEqual([]);
    proxy.restore();
    await ended;
    expect(watched.calls.toSorted()).toEqual(["first", "first", "second", "second"]);
    for (const { id } of runs) expect(await readRun(database.db, id)).toMatchObject({ status: "succeeded" });
    runner.stop();
    await db.$disconnect();
    await proxy.close();
  });
});
