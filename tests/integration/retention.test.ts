import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cancelRun } from "@/engine/cancel";
import type { EngineContext } from "@/engine/context";
import { silentLog } from "@/engine/log";
import { pruneAbandonedVersions, pruneRuns } from "@/engine/prune";
import { retryRun } from "@/engine/retry";
import { Retention } from "../../worker/retention";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, createWorkflow, definitionOf, start } from "../support/engine";
import { claimSteps } from "../support/executing";
import { readRun } from "../support/rows";
import { until } from "../support/until";
import { Patients } from "./doctor/damage";

const dayMs = 24 * 3_600_000;
const keepMs = 30 * dayMs;

let database: TestDatabase;
let engine: EngineContext;
let patients: Patients;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
  patients = new Patients(engine, randomUUID());
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db
    .$executeRaw`TRUNCATE workflow, workflow_version, run, step_execution, step_attempt, run_event CASCADE`;
});

/** As if it had happened so many days ago. */
async function age(runId: string, days: number): Promise<string> {
  await database.db.$executeRaw`
    UPDATE run SET created_at = created_at - ${days}::int * interval '1 day', finished_at = finished_at - ${days}::int * interval '1 day'
    WHERE id = ${runId}::uuid`;
  return runId;
}

const idsLeft = async (): Promise<string[]> =>
  (await database.db.run.findMany({ select: { id: true } })).map(({ id }) => id);

/** Rows of all tables that belong to runs. */
async function rowsLeft() {
  const { runEvent, stepAttempt, stepExecution } = database.db;
  return { steps: await stepExecution.count(), attempts: await stepAttempt.count(), events: await runEvent.count() };
}

async function testVersion(workflowId: string, daysOld: number): Promise<string> {
  const id = randomUUID();
  await database.db.$executeRaw`
    INSERT INTO workflow_version (id, workflow_id, number, kind, definition, actor, published_at)
    SELECT ${id}::uuid, ${workflowId}::uuid, (SELECT count(*) FROM workflow_version) + 1, 'test', definition, 'test',
      now() - ${daysOld}::int * interval '1 day'
    FROM workflow_version WHERE workflow_id = ${workflowId}::uuid AND kind = 'normal'`;
  return id;
}

describe("old runs", () => {
  it("go with all that belongs to them, whatever came of them; younger and unfinished ones stay whole", async () => {
    const failed = await age(await patients.failed(), 31);
    await database.db.runEvent.create({ data: { runId: failed, type: "retry", actor: "test" } });
    const cancelled = await patients.waiting();
    await cancelRun(engine, { runId: cancelled, actor: "test" });
    await age(cancelled, 40);
    await age(await patients.succeeded(), 400);
    expect(await rowsLeft()).toEqual({ steps: 6, attempts: 1, events: 2 });

    const young = await age(await patients.failed(), 29);
    const waiting = await age(await patients.waiting(), 1_000);
    const slow = await age(await patients.succeeded(), 0);
    // Begun long ago, finished just now: it counts from its end.
    await database.db.$executeRaw`UPDATE run SET created_at = now() - interval '90 days' WHERE id = ${slow}::uuid`;

    expect(await pruneRuns(database.db, keepMs)).toEqual({ locked: true, runs: 3 });
    expect((await idsLeft()).sort()).toEqual([young, waiting, slow].sort());
    expect(await rowsLeft()).toEqual({ steps: 6, attempts: 1, events: 0 });
    expect(await pruneRuns(database.db, keepMs)).toEqual({ locked: true, runs: 0 });
  });

  it("go in batches, the oldest first", async () => {
    const ids = [];
    for (const days of [50, 70, 60]) ids.push(await age(await patients.succeeded(), days));
    expect(await pruneRuns(database.db, keepMs, 2)).toEqual({ locked: true, runs: 2 });
    expect(await idsLeft()).toEqual([ids[0]]);
  });

  it("free their idempotency keys", async () => {
    const workflow = await createWorkflow(database.db, definitionOf([{ id: "start", type: "trigger" }], []));
    const first = await start(engine, workflow, { amount: 1 }, "order-1");
    expect(await start(engine, workflow, { amount: 1 }, "order-1")).toMatchObject({ id: first.id, created: false });
    await age(first.id, 31);
    await pruneRuns(database.db, keepMs);
    expect(await start(engine, workflow, { amount: 1 }, "order-1")).toMatchObject({ created: true });
  });

  it("take the frozen copies of test runs along, but none that a run is left on, and no version of a workflow", async () => {
    const old = await age(await patients.succeeded(), 31);
    const both = [await patients.succeeded(), await patients.succeeded()] as const;
    const { workflowId } = await database.db.run.findUniqueOrThrow({ where: { id: old } });
    const alone = await testVersion(workflowId, 31);
    const shared = await testVersion(workflowId, 31);
    await database.db.$executeRaw`UPDATE run SET version_id = ${alone}::uuid WHERE id = ${old}::uuid`;
    await database.db.$executeRaw`
      UPDATE run SET version_id = ${shared}::uuid, workflow_id = ${workflowId}::uuid WHERE id = ANY (${[...both]}::uuid[])`;
    await database.db.$executeRaw`UPDATE step_execution SET workflow_id = ${workflowId}::uuid`;
    await age(both[0], 31);

    expect(await pruneRuns(database.db, keepMs)).toEqual({ locked: true, runs: 2 });
    const kept = await database.db.workflowVersion.findMany({
      where: { workflowId },
      select: { id: true, kind: true },
    });
    expect(kept.map(({ kind, id }) => (kind === "test" ? id : kind)).sort()).toEqual(["normal", shared].sort());
    expect(await idsLeft()).toEqual([both[1]]);
  });

  it("leave copies that never had a run, once it is clear that none comes", async () => {
    const { workflowId } = await createWorkflow(database.db, definitionOf([{ id: "start", type: "trigger" }], []));
    const fresh = await testVersion(workflowId, 0);
    await testVersion(workflowId, 2);
    expect(await pruneAbandonedVersions(database.db)).toBe(1);
    expect(await database.db.workflowVersion.findMany({ where: { kind: "test" } })).toMatchObject([{ id: fresh }]);
  });
});

describe("beside others", () => {
  it("a run that is being retried stays: the retry has its row, or wins it", async () => {
    const runId = await age(await patients.failed(), 31);
    const gone = await age(await patients.succeeded(), 31);
    const other = new pg.Client(database.url);
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM run WHERE id = $1 FOR NO KEY UPDATE", [runId]);
    expect(await pruneRuns(database.db, keepMs)).toEqual({ locked: true, runs: 1 });
    await other.query("COMMIT");
    await other.end();
    expect(await idsLeft()).toEqual([runId]);
    expect(gone).not.toBe(runId);
    expect(await retryRun(engine, { runId, actor: "test" })).toBe(true);
    expect(await pruneRuns(database.db, keepMs)).toEqual({ locked: true, runs: 0 });
    expect(await readRun(database.db, runId)).toMatchObject({ status: "running", open_steps: 1 });
  });

  it("claims go on while a batch is being removed, and of two processes one removes", async () => {
    const old = await age(await patients.succeeded(), 31);
    const waiting = await patients.waiting();
    const other = new pg.Client(database.url);
    await other.connect();
    // Holds a step of the old run, so that the batch comes to a stop in the middle.
    await other.query("BEGIN");
    await other.query("SELECT FROM step_execution WHERE run_id = $1 FOR NO KEY UPDATE", [old]);
    const pruning = pruneRuns(database.db, keepMs);
    await until("the batch waits", async () => {
      const { rows } = await other.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    });
    expect(await pruneRuns(database.db, keepMs)).toEqual({ locked: false, runs: 0 });
    expect(Object.keys(await claimSteps(engine, waiting, { workerId: randomUUID() }))).toEqual(["call"]);
    await other.query("COMMIT");
    await other.end();
    expect(await pruning).toEqual({ locked: true, runs: 1 });
  });

  it("a worker removes them by itself, and none when it is told to keep all", async () => {
    const young = await patients.succeeded();
    const ancient = await age(await patients.waiting(), 9_000);
    const keepsAll = new Retention({ db: database.db, days: 0, log: silentLog, intervalMs: 1 });
    const removes = new Retention({ db: database.db, days: 1, log: silentLog, intervalMs: 10 });
    for (let round = 0; round < 5; round++) {
      const old = await age(await patients.succeeded(), 2);
      await until("the old run is gone", async () => !(await idsLeft()).includes(old));
    }
    await Promise.all([removes.stop(), keepsAll.stop()]);
    expect((await idsLeft()).sort()).toEqual([young, ancient].sort());
  });
});
