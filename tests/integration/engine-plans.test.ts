import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/db/client";
import type { Database } from "@/db/types";
import { cancelRun } from "@/engine/cancel";
import { type ClaimedStep, claim } from "@/engine/claim";
import { claimAhead } from "@/engine/claim-ahead";
import { beginning, claimInTurns } from "@/engine/claim-in-turns";
import { complete } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import { extendLeases, findLostLeases, giveBackLeases } from "@/engine/heartbeat";
import { firstTurn } from "@/engine/lanes";
import { loadOutputs } from "@/engine/load-outputs";
import { markRunning } from "@/engine/mark-running";
import { reap } from "@/engine/reap";
import { retryRun } from "@/engine/retry";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start } from "../support/engine";
import { createGraph, executeStep, type Workflow } from "../support/executing";

/**
 * A night's statistics, a morning's work: PostgreSQL has last looked when everything was finished, and takes every other state for
 * rare. A statement that finds its rows by their ids must not be planned over all that are in such a state: it would read thousands
 * for each of its rows.
 */
const history = 30_000;
const open = 4_000;
const batch = 50;
/** Rounds: with plans for the values at hand, and then with those that are kept for any. */
const rounds = 8;
/** What a statement may read of indexes and tables for each row of its batch. */
const readsEach = 20;

let database: TestDatabase;
/** one connection, so that it knows what it has read */
let db: Database;
let engine: EngineContext;
let workflow: Workflow;
beforeAll(async () => {
  database = await createTestDatabase({ unsound: { because: "rows are copied, with counters that do not count" } });
  db = createDatabase(database.url, { max: 1 });
  engine = createTestEngine(db);
  workflow = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
  await db.$executeRaw`ALTER TABLE run SET (autovacuum_enabled = false)`;
  await db.$executeRaw`ALTER TABLE step_execution SET (autovacuum_enabled = false)`;
  await copies(await start(engine, workflow), history, "succeeded", "succeeded");
  await db.$executeRaw`DELETE FROM step_execution WHERE run_id IN (SELECT id FROM run WHERE status = 'pending')`;
  await db.$executeRaw`DELETE FROM run WHERE status = 'pending'`;
  await db.$executeRaw`ANALYZE`;
  const run = await start(engine, workflow);
  await copies(run, open, "pending", "pending");
  await copies(run, open, "failed", "dead");
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

/** Copies a run that has just been started, with its open step in another state. */
async function copies(run: { id: string }, count: number, runStatus: string, stepStatus: string): Promise<void> {
  await db.$executeRaw`
    WITH copy AS (
      INSERT INTO run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps, dead_steps, finished_at)
      SELECT uuidv7(), workflow_id, version_id, ${runStatus}::run_status, input, trigger_type, actor,
        CASE WHEN ${stepStatus} = 'pending' THEN 1 ELSE 0 END, CASE WHEN ${stepStatus} = 'dead' THEN 1 ELSE 0 END,
        CASE WHEN ${stepStatus} <> 'pending' THEN now() END
      FROM run, generate_series(1, ${count}::int) WHERE run.id = ${run.id}::uuid
      RETURNING id
    )
    INSERT INTO step_execution (run_id, workflow_id, node_id, node_type, status, attempt, max_attempts, dedup_key, edges_in,
      edges_decided, edges_taken, finished_at)
    SELECT copy.id, workflow_id, node_id, node_type, CASE WHEN status = 'pending' THEN ${stepStatus}::step_status ELSE status END, 0,
      max_attempts, 'run-' || copy.id || ':node-' || node_id, edges_in, edges_decided, edges_taken, now()
    FROM copy CROSS JOIN (SELECT * FROM step_execution WHERE run_id = ${run.id}::uuid) AS step`;
}

async function reads(): Promise<number> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await db.$queryRaw<{ reads: number }[]>`
    SELECT ((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname IN ('run', 'step_execution'))
      + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname IN ('run', 'step_execution')))::int AS reads`;
  return row?.reads ?? 0;
}

/** @returns the most that one of the rounds has read */
async function mostReads(work: (round: number) => Promise<unknown>): Promise<number> {
  let most = 0;
  for (let round = 0; round < rounds; round++) {
    // What earlier rounds have left dead at the head of the queue is none of this one's; statistics of values stay as they are.
    await db.$executeRaw`VACUUM (INDEX_CLEANUP ON) step_execution`;
    await db.$executeRaw`VACUUM (INDEX_CLEANUP ON) run`;
    const before = await reads();
    await work(round);
    most = Math.max(most, (await reads()) - before);
  }
  return most;
}

const request = () => ({ workerId: randomUUID(), limit: batch, leaseMs: 60_000 });
const held = (steps: readonly ClaimedStep[]) =>
  steps.map(({ id, claimNumber }) => ({ stepId: id, claimNumber, validUntil: 0 }));

describe("with statistics that know of finished steps only", () => {
  it("a claim reads what it brings", async () => {
    expect(await mostReads(() => claim(engine, request()))).toBeLessThan(batch * readsEach);
  });

  it("a claim in turns, too, and one ahead of the queue", async () => {
    expect(await mostReads(() => claimInTurns(engine, request(), beginning))).toBeLessThan(batch * readsEach);
    expect(await mostReads(() => claimAhead(engine, request(), firstTurn))).toBeLessThan(batch * readsEach);
  });

  it("writing results reads the rows that it writes", async () => {
    const most = { value: 0 };
    for (let round = 0; round < rounds; round++) {
      const { workerId } = request();
      const steps = await claim(engine, { ...request(), workerId });
      const finished = await Promise.all(steps.map((step) => executeStep(engine, step)));
      const before = await reads();
      await complete(engine, finished, { workerId, leaseMs: 60_000 });
      most.value = Math.max(most.value, (await reads()) - before);
    }
    expect(most.value).toBeLessThan(batch * readsEach);
  });

  it("loading outputs reads the steps that they are of", async () => {
    expect(
      await mostReads(async () => {
        const steps = await claim(engine, request());
        const outputs = await loadOutputs(
          engine,
          steps.map(({ runId }) => ({ runId, nodeIds: ["start", "call"] })),
        );
        expect(outputs.size).toBe(batch);
      }),
    ).toBeLessThan(2 * batch * readsEach);
  });

  it("heartbeats read the leases that they are about", async () => {
    const { workerId } = request();
    await claim(engine, { ...request(), limit: 1_000 });
    const steps = await claim(engine, { ...request(), workerId });
    expect(await mostReads(() => extendLeases(db, held(steps), 60_000))).toBeLessThan(batch * readsEach);
    expect(await mostReads(() => findLostLeases(db, held(steps)))).toBeLessThan(batch * readsEach);
    expect(await mostReads(() => giveBackLeases(db, workerId, held(steps)))).toBeLessThan(batch * readsEach);
  });

  it("showing runs as running reads those runs", async () => {
    expect(
      await mostReads(async () => {
        const steps = await claim(engine, request());
        await markRunning(
          engine,
          steps.map(({ runId }) => runId),
        );
      }),
    ).toBeLessThan(2 * batch * readsEach);
  });

  it("taking steps from workers that are gone reads each running one once, and else what it takes", async () => {
    const { workerId } = request();
    await claim(engine, { ...request(), workerId, leaseMs: -1_000 });
    await claim(engine, { ...request(), limit: 500 });
    const running = await db.stepExecution.count({ where: { status: "running" } });
    expect(await mostReads(() => reap(engine, 0))).toBeLessThan(running + batch * readsEach);
  });

  it("cancelling a run, and retrying one, reads that run", async () => {
    const pending = await db.run.findMany({ where: { status: "pending" }, take: rounds, orderBy: { id: "desc" } });
    const failed = await db.run.findMany({ where: { status: "failed" }, take: rounds, orderBy: { id: "desc" } });
    expect(
      await mostReads((round) => cancelRun(engine, { runId: pending[round]?.id ?? "", actor: "test" })),
    ).toBeLessThan(50);
    expect(
      await mostReads((round) => retryRun(engine, { runId: failed[round]?.id ?? "", actor: "test" })),
    ).toBeLessThan(50);
  });
});
