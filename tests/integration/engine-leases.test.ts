import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EngineContext } from "@/engine/context";
import { Leases } from "@/engine/leases";
import { silentLog } from "@/engine/log";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start } from "../support/engine";
import { createChain, createGraph, startAndClaim } from "../support/executing";
import { type InProcessWorker, startInProcessWorker, WatchedEffect } from "../support/in-process-worker";
import { readStep, runEnded } from "../support/rows";
import { until } from "../support/until";

vi.setConfig({ testTimeout: 60_000 });

/** Leases that end although nobody has taken them: executions end with them, never later than the database counts. */
let database: TestDatabase;
let engine: EngineContext;
let worker: InProcessWorker | undefined;
let other: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
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

describe("a lease that cannot be extended because its row is locked", () => {
  it("ends when the database says so: the execution is aborted", async () => {
    const watched = new WatchedEffect("first");
    worker = startInProcessWorker(database.url, watched.effect, { leaseMs: 1_500 });
    const run = await start(engine, await chain());
    await until("the first step is executed", () => watched.calls.length === 1);
    await other.query("BEGIN");
    await other.query("SELECT FROM step_execution WHERE run_id = $1 FOR UPDATE", [run.id]);
    await until("the execution is aborted", () => watched.aborted.length === 1, 10_000);
    watched.release("first");
    await other.query("COMMIT");
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(await readStep(database.db, run.id, "first")).toMatchObject({
      attempt: 2,
      attempts: [{ attempt: 1, code: "worker_lost" }],
    });
  });
});

describe("a lease whose grant was answered slowly", () => {
  it("ends when it ends, although others that are held end later", async () => {
    const workflow = await createGraph(engine, [{ id: "one" }, { id: "two" }], ["start -> one", "start -> two"]);
    const workerId = randomUUID();
    const { claimed } = await startAndClaim(engine, workflow, { workerId });
    const [one, two] = [claimed.one, claimed.two];
    if (!one || !two) throw new Error("Both steps were to be claimed.");
    const options = { db: database.db, workerId, leaseMs: 60_000, log: silentLog, onGivenBack: () => undefined };
    const leases = new Leases(options);
    leases.hold(one, performance.now());
    leases.hold(two, performance.now() - 59_900);
    await until("the older lease ends", () => leases.stopSignOf(two).signal.aborted, 10_000);
    expect(leases.stopSignOf(one).signal.aborted).toBe(false);
    leases.stop();
  });
});

describe("a lease whose extension was answered while this process could not look", () => {
  it("goes on: the answer is read before the lease is held to have ended", async () => {
    const workflow = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
    const workerId = randomUUID();
    // So long that a busy machine, too, is done with the rest before the extended lease ends, a third of this later.
    const leaseMs = 6_000;
    const { call } = (await startAndClaim(engine, workflow, { workerId })).claimed;
    if (!call) throw new Error("The step was to be claimed.");
    // The database takes its time over the heartbeat, so that the answer comes while the process is stuck.
    await other.query(`
      CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.7); RETURN NEW; END';
      CREATE TRIGGER take_time BEFORE UPDATE ON step_execution FOR EACH ROW EXECUTE FUNCTION take_time()`);
    const leases = new Leases({ db: database.db, workerId, leaseMs, log: silentLog, onGivenBack: () => undefined });
    const grantedAt = performance.now();
    leases.hold(call, grantedAt);
    await until("the heartbeat is under way", async () => {
      const { rows } = await other.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
      );
      return rows.length > 0;
    });
    // Stuck past the end that the lease had, and not past the one that the heartbeat, a third of it later, has given it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, grantedAt + leaseMs + 200 - performance.now());
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(leases.stopSignOf(call).signal.aborted).toBe(false);
    leases.stop();
  });
});
