import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cancelRun } from "@/engine/cancel";
import type { EngineContext } from "@/engine/context";
import { checkDatabase } from "@/engine/doctor/check-database";
import { runChecks, workflowChecks } from "@/engine/doctor/checks";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { createRunner, createTestEngine } from "../../support/engine";
import { claimSteps } from "../../support/executing";
import { brokenInvariants } from "../../support/invariants";
import { readRun, readSteps } from "../../support/rows";
import { Patients } from "./damage";

/** Each rule is broken by hand, seen broken, and mended where a machine can. */
let database: TestDatabase;
let engine: EngineContext;
let patients: Patients;
const workerId = randomUUID();
beforeAll(async () => {
  database = await createTestDatabase({ unsound: { because: "what only a person can mend stays broken" } });
  engine = createTestEngine(database.db);
  patients = new Patients(engine, workerId);
});
afterAll(() => database.drop());

/** Everything goes, so that what one case leaves broken is not found by the next. */
beforeEach(async () => {
  await database.db.$executeRaw`
    TRUNCATE workflow, workflow_version, run, step_execution, step_attempt, run_event RESTART IDENTITY CASCADE`;
});

const found = async (): Promise<string[]> =>
  (await checkDatabase(database.db)).checks.flatMap((check) => (check.found > 0 ? [check.name] : []));

async function repair(): Promise<{ left: string[]; changed: string[] }> {
  const { checks } = await checkDatabase(database.db, { repair: { actor: "tester" } });
  return {
    left: checks.flatMap(({ name, left }) => (left > 0 ? [name] : [])),
    changed: checks.flatMap(({ name, changes }) => (changes > 0 ? [name] : [])),
  };
}

const state = async (runId: string) => {
  const { status, open_steps, dead_steps } = await readRun(database.db, runId);
  const steps = (await readSteps(database.db, runId)).filter(({ node_id }) => node_id !== "start");
  return { run: `${status} ${open_steps} ${dead_steps}`, steps: steps.map((step) => `${step.node_id} ${step.status}`) };
};

/** Executes whatever is due of a run until nothing is. */
async function workOn(runId: string): Promise<void> {
  const other = randomUUID();
  const runner = createRunner(engine, { workerId: other });
  for (;;) {
    const claimed = Object.values(await claimSteps(engine, runId, { workerId: other }));
    if (claimed.length === 0) break;
    runner.run(claimed, performance.now());
    await runner.drain(10_000);
  }
}

interface Case {
  patient: () => Promise<string>;
  /** the statement that breaks it; `$1` is the run's id */
  damage: string;
  /** the rules that are broken then */
  found: string[];
  /** as it is after the repair */
  mended?: { run: string; steps: string[] };
  /** the rules that only a person can mend */
  left?: string[];
}

const step = (change: string, node = "call") =>
  `UPDATE step_execution SET ${change} WHERE run_id = $1::uuid AND node_id = '${node}'`;
const run = (change: string) => `UPDATE run SET ${change} WHERE id = $1::uuid`;
const waiting = { run: "running 1 0", steps: ["call pending"] };
const pending = { run: "pending 1 0", steps: ["call pending"] };
const succeeded = { run: "succeeded 0 0", steps: ["call succeeded"] };
const failed = { run: "failed 0 1", steps: ["call dead"] };

const cases: Record<string, Case> = {
  "a counter that is too high": {
    patient: () => patients.waiting(),
    damage: run("open_steps = 3"),
    found: ["run-counters"],
    mended: waiting,
  },
  "a counter that keeps a run from its end": {
    patient: () => patients.succeeded(),
    damage: run("open_steps = 1, status = 'running', finished_at = NULL"),
    found: ["run-counters"],
    mended: succeeded,
  },
  "a counter of dead steps that hides one": {
    patient: () => patients.failed(),
    damage: run("dead_steps = 0, status = 'succeeded', error = NULL"),
    found: ["run-counters"],
    mended: failed,
  },
  "a run that hangs with nothing open": {
    patient: () => patients.succeeded(),
    damage: run("status = 'running', finished_at = NULL"),
    found: ["run-status"],
    mended: succeeded,
  },
  "a run that was closed over an open step": {
    patient: () => patients.waiting(),
    damage: run("status = 'failed', open_steps = 0, started_at = now(), finished_at = now()"),
    found: ["finished-run-steps", "run-counters", "run-status"],
    mended: waiting,
  },
  "a cancelled run with an open step": {
    patient: async () => {
      const runId = await patients.waiting();
      await cancelRun(engine, { runId, actor: "test" });
      return runId;
    },
    damage: step("status = 'pending', finished_at = NULL"),
    found: ["finished-run-steps", "run-counters"],
    mended: { run: "cancelled 0 0", steps: ["call cancelled"] },
  },
  "a cancelled step of a run that was not": {
    patient: () => patients.waiting(),
    damage: step("status = 'cancelled', finished_at = now()"),
    found: ["finished-run-steps", "run-counters"],
    // It has not succeeded, and has nothing left to do.
    left: ["finished-run-steps", "run-counters"],
  },
  "a run without its times": {
    patient: () => patients.succeeded(),
    damage: run("started_at = NULL, finished_at = NULL"),
    found: ["run-times"],
    mended: succeeded,
  },
  "a failed run without an error": {
    patient: () => patients.failed(),
    damage: run("error = NULL"),
    found: ["run-error"],
    mended: failed,
  },
  "an error of a run that succeeded": {
    patient: () => patients.succeeded(),
    damage: run(`error = '{"node_id":"call","code":"x","message":"y"}'`),
    found: ["run-error"],
    mended: succeeded,
  },
  "a running step without a lease, which nobody would ever take back": {
    patient: async () => (await patients.running()).runId,
    damage: step("lease_expires_at = NULL"),
    found: ["step-leases"],
    mended: pending,
  },
  "a running step of nobody": {
    patient: async () => (await patients.running()).runId,
    damage: step("locked_by = NULL"),
    found: ["step-leases"],
    mended: pending,
  },
  "a lease on a step that is not running": {
    patient: () => patients.waiting(),
    damage: step("locked_by = gen_random_uuid(), lease_expires_at = now()"),
    found: ["step-leases"],
    mended: waiting,
  },
  "a lease for a century": {
    patient: async () => (await patients.running()).runId,
    damage: step("lease_expires_at = now() + interval '100 years'"),
    found: ["step-leases"],
    mended: { run: "pending 1 0", steps: ["call running"] },
  },
  "a finished step without its time": {
    patient: () => patients.succeeded(),
    damage: step("finished_at = NULL"),
    found: ["step-times"],
    mended: succeeded,
  },
  "more attempts than there are": {
    patient: () => patients.waiting(),
    damage: step("attempt = 9"),
    found: ["step-attempts"],
    mended: waiting,
  },
  "a claim that is no attempt": {
    patient: async () => (await patients.running()).runId,
    damage: step("attempt = 0"),
    found: ["step-attempts"],
    mended: { run: "pending 1 0", steps: ["call running"] },
  },
  "a claim number that fell behind an attempt's": {
    patient: () => patients.failed(),
    damage: step("claim_number = 0"),
    found: ["step-claims"],
    mended: failed,
  },
  "a dead step without an error": {
    patient: () => patients.failed(),
    damage: step("error = NULL"),
    found: ["step-results"],
    mended: failed,
  },
  "a dead step without its kind of error": {
    patient: () => patients.failed(),
    damage: step("error_key = NULL"),
    found: ["step-results"],
    mended: failed,
  },
  "a succeeded step without an output": {
    patient: () => patients.succeeded(),
    damage: step("output = NULL"),
    found: ["step-results"],
    left: ["step-results"],
  },
  "another dedup key": {
    patient: () => patients.succeeded(),
    damage: step("dedup_key = 'something else'"),
    found: ["step-identity"],
    mended: succeeded,
  },
  "two steps of one node": {
    patient: () => patients.succeeded(),
    damage: `INSERT INTO step_execution (run_id, workflow_id, node_id, node_type, status, attempt, max_attempts, dedup_key, output, finished_at)
      SELECT run_id, workflow_id, node_id, node_type, status, attempt, max_attempts, 'a second one', output, finished_at
      FROM step_execution WHERE run_id = $1::uuid AND node_id = 'call'`,
    found: ["step-identity"],
    left: ["step-identity"],
  },
  "a step of another workflow": {
    patient: () => patients.succeeded(),
    damage: step("workflow_id = gen_random_uuid()"),
    found: ["step-identity"],
    mended: succeeded,
  },
  "more edges taken than decided": {
    patient: () => patients.succeeded(),
    damage: step("edges_taken = 7"),
    found: ["step-edges"],
    mended: succeeded,
  },
  "a join that waits for nothing": {
    patient: () => patients.joining(),
    damage: step("edges_decided = 2", "join"),
    found: ["step-edges", "join-counts"],
    // Let go, as its numbers said that it should be.
    mended: { run: "running 2 0", steps: ["left succeeded", "right running", "join pending"] },
  },
  "a join that forgot an edge": {
    patient: () => patients.joining(),
    damage: step("edges_decided = 0, edges_taken = 0", "join"),
    found: ["join-counts"],
    mended: { run: "running 1 0", steps: ["left succeeded", "right running", "join blocked"] },
  },
  "a step that is gone": {
    patient: () => patients.waiting(),
    damage: "DELETE FROM step_execution WHERE run_id = $1::uuid AND node_id = 'call'",
    found: ["missing-steps", "run-counters"],
    // A run that is said to have succeeded although a step is missing would be a lie.
    left: ["missing-steps", "run-counters"],
  },
  "a key without a fingerprint": {
    patient: () => patients.succeeded(),
    damage: run("idempotency_key = 'order-1'"),
    found: ["idempotency-keys"],
    mended: succeeded,
  },
  "a fingerprint without a key": {
    patient: () => patients.succeeded(),
    damage: run("idempotency_fingerprint = 'x'"),
    found: ["idempotency-keys"],
    mended: succeeded,
  },
  "a run on another workflow's version": {
    patient: async () => {
      await patients.waiting();
      return patients.succeeded();
    },
    damage: "UPDATE run SET version_id = (SELECT version_id FROM run WHERE id <> $1::uuid LIMIT 1) WHERE id = $1::uuid",
    found: ["run-version"],
    left: ["run-version"],
  },
};

describe("the doctor", () => {
  it.each(Object.entries(cases))("finds %s", async (_, { patient, damage, found: expected, mended, left = [] }) => {
    const runId = await patient();
    const neighbour = await patients.succeeded();
    expect(await found()).toEqual([]);
    await database.db.$executeRawUnsafe(damage, runId);
    expect(await found()).toEqual(expected);

    const repaired = await repair();
    expect(repaired.left).toEqual(left);
    expect(await found()).toEqual(left);
    if (mended) expect(await state(runId)).toEqual(mended);
    const events = await database.db.runEvent.findMany({ where: { type: "repair" } });
    expect(events.map((event) => event.runId)).toEqual(repaired.changed.map(() => runId));
    for (const event of events) {
      expect(event).toMatchObject({ actor: "tester", data: { check: expect.any(String), changes: expect.any(Array) } });
    }
    expect(await state(neighbour)).toEqual(succeeded);
    // What is mended stays so: there is nothing to do for a second repair.
    expect(await repair()).toEqual({ left, changed: [] });
  });

  it.each([
    ["a counter that is too high", "succeeded 0 0"],
    ["a run that was closed over an open step", "succeeded 0 0"],
    ["a running step without a lease, which nobody would ever take back", "succeeded 0 0"],
    ["more attempts than there are", "succeeded 0 0"],
  ])("lets the run go on to its end after %s", async (name, end) => {
    const { patient, damage } = cases[name] as Case;
    const runId = await patient();
    await database.db.$executeRawUnsafe(damage, runId);
    await repair();
    await workOn(runId);
    expect((await state(runId)).run).toBe(end);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it("finds definitions and workflows that nobody can run any more, and leaves them to a person", async () => {
    const runId = await patients.succeeded();
    await patients.succeeded();
    const { workflowId } = await database.db.run.findUniqueOrThrow({ where: { id: runId } });
    await database.db.$executeRaw`ALTER TABLE workflow_version DISABLE TRIGGER USER`;
    await database.db.$executeRaw`
      UPDATE workflow_version SET definition = '{"nodes":1}'::json WHERE workflow_id = ${workflowId}::uuid`;
    expect(await found()).toEqual(["definitions"]);
    await database.db.$executeRaw`UPDATE workflow_version SET kind = 'test' WHERE workflow_id = ${workflowId}::uuid`;
    await database.db.$executeRaw`ALTER TABLE workflow_version ENABLE TRIGGER USER`;
    expect(await repair()).toEqual({ left: ["workflow-versions", "definitions"], changed: [] });
    const { checks } = await checkDatabase(database.db);
    expect(checks.find(({ name }) => name === "definitions")?.examples).toEqual([
      { id: workflowId, what: expect.stringContaining("test version 1: nodes") },
    ]);
  });

  it("has broken every rule here", () => {
    const broken = new Set(Object.values(cases).flatMap((one) => one.found));
    const names = runChecks.map(({ name }) => name);
    expect([...broken].sort()).toEqual([...names].sort());
    expect(workflowChecks.map(({ name }) => name)).toEqual(["workflow-versions", "definitions"]);
  });
});
