import { largeTexts, plainArray } from "@/db/array-literal";
import { runStatement } from "@/db/run-statement";
import { Prisma } from "@/generated/prisma/client";
import type { ClaimedStep } from "./claim";
import type { EngineContext } from "./context";
import { dedupKeyOf } from "./inline";
import { type NewStep, newStepStatus, newStepTable } from "./new-step";
import { errorText, runErrorText, type StoredOutcome } from "./stored-result";

/** What came of a claimed step, ready to be written. */
export interface FinishedStep {
  step: ClaimedStep;
  outcome: StoredOutcome;
  /** milliseconds until the next try, of a `retry`, `wait` or `giveback` */
  delayMs: number;
  /** the config as it was executed, secrets as their references, as JSON text; null keeps what is stored */
  input: string | null;
  /** what follows, if the step succeeded or was skipped */
  successors: readonly NewStep[];
}

/** Characters that a result has to store. */
export function lengthOf({ outcome, input, successors }: FinishedStep): number {
  const output = outcome.kind === "done" ? outcome.output : "error" in outcome ? outcome.error.details : "";
  let length = output.length + (input?.length ?? 0);
  for (const { inline } of successors) length += (inline?.input.length ?? 0) + (inline?.output?.length ?? 0);
  return length;
}

export interface Completion {
  /** which of the finished steps were accepted, by position; the others lost their claim, or were written before */
  accepted: ReadonlySet<number>;
  /** successors that are already leased to this worker, with the position of their predecessor */
  leased: { position: number; step: ClaimedStep }[];
  /** steps that wait for whoever claims them first */
  enqueued: number;
  /** runs that this finished */
  finishedRuns: { succeeded: number; failed: number };
}

interface CompletionRow {
  /** `{1,2,…}` */
  accepted: string;
  succeeded_runs: number;
  failed_runs: number;
  /** [[run id, node id, step id, edges taken], …] */
  leased: string | null;
  enqueued: number;
  given_back: number;
}

type LeasedEntry = [runId: string, nodeId: string, id: string, edgesTaken: number];

/**
 * Writes whatever finished, in one statement. Invariants:
 *
 * - The fence is `(id, status = 'running', claim_number)`: a result is accepted only from the holder of the step's
 *   latest claim. Sending a batch again is harmless; the second finds nothing to do.
 * - Runs are locked first, in id order, and the step update joins the locked ones, so that every transition of a run's
 *   steps and counters is serialised by its row. Finished runs are not locked: their late results fall away.
 * - Counters move by the rows that really changed. Two workers that finish a run's last two steps each see the other's
 *   as open in their snapshot; row arithmetic under the lock does not.
 * - Successors that are there already are left alone (a re-sent batch, the second arrival at a `join: any`), unless they
 *   are blocked: those count the arrival.
 *
 * - Whatever is found by its id is read by its id: `IS TRUE` around a condition on its state keeps the planner from reading, for each
 *   row of the batch, all that are in that state. It takes them for rare when they were as statistics were last gathered.
 *
 * Its time must grow with the batch, never with its square. The planner takes each of these small tables for ten rows or
 * one, and would join two of them row by row; so the outcomes pass through `locked` whole instead of being joined again,
 * what was inserted is tied to its predecessor by the caller, and steps of the same batch are excluded by a hashed NOT IN.
 */
export async function complete(
  engine: Pick<EngineContext, "db">,
  finished: readonly FinishedStep[],
  lease: { workerId: string; leaseMs: number },
): Promise<Completion> {
  const succeed = finished.some(({ successors }) => successors.length > 0);
  const fail = finished.some(mayFail);
  const [row] = await runStatement<CompletionRow>(
    engine.db,
    Prisma.sql`
    WITH locked AS (
      SELECT outcome.* FROM ${outcomeTable(finished)} JOIN run ON run.id = outcome.run_id
      WHERE (run.status IN ('pending', 'running')) IS TRUE
      ORDER BY run.id
      FOR NO KEY UPDATE OF run
    ),
    finished AS (
      UPDATE step_execution AS step SET
        status = CASE
          WHEN outcome.kind = 'done' THEN 'succeeded'
          WHEN outcome.kind = 'skip' THEN 'skipped'
          WHEN outcome.kind = 'dead' OR (outcome.kind = 'retry' AND step.attempt >= step.max_attempts) THEN 'dead'
          ELSE 'pending'
        END::step_status,
        attempt = step.attempt - CASE WHEN outcome.kind IN ('wait', 'giveback') THEN 1 ELSE 0 END,
        input = coalesce(outcome.input::json, step.input),
        output = CASE
          WHEN outcome.kind = 'wait' THEN json_build_object('wake_at', to_char(due.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          ELSE coalesce(outcome.output::json, step.output)
        END,
        error = CASE WHEN outcome.kind = 'giveback' THEN step.error ELSE outcome.error::json END,
        locked_by = NULL,
        lease_expires_at = NULL,
        next_retry_at = CASE WHEN outcome.kind IN ('retry', 'wait') OR (outcome.kind = 'giveback' AND outcome.delay_ms > 0) THEN due.at ELSE step.next_retry_at END,
        finished_at = CASE
          WHEN outcome.kind IN ('done', 'skip', 'dead') OR (outcome.kind = 'retry' AND step.attempt >= step.max_attempts) THEN now()
        END
      FROM locked AS outcome
        -- a millisecond more than truncation takes away: a wait is never too short
        CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', now() + (outcome.delay_ms + 1) * interval '1 ms') AS at) AS due
      WHERE step.id = outcome.step_id AND (step.status = 'running') IS TRUE AND step.claim_number = outcome.claim_number
      RETURNING step.id, step.run_id, step.workflow_id, step.node_id, step.status, step.claim_number, step.attempt,
        step.started_at, step.error, outcome.ordinal, outcome.kind, outcome.delay_ms, outcome.run_error
    ),
    ${succeed ? successorsOf(finished, lease) : Prisma.empty}
    ${fail ? failures(succeed) : Prisma.empty}
    change AS (
      SELECT run_id, sum(open)::int AS open, sum(dead)::int AS dead
      FROM (
        SELECT run_id, CASE WHEN status = 'pending' THEN 0 ELSE -1 END AS open,
          CASE WHEN status = 'dead' THEN 1 ELSE 0 END AS dead
        FROM finished
        ${succeed ? openedSteps : Prisma.empty}
      ) AS moved
      GROUP BY run_id
    ),
    updated_run AS (
      UPDATE run SET
        open_steps = run.open_steps + change.open,
        dead_steps = run.dead_steps + change.dead,
        ${fail ? firstError : Prisma.empty}
        started_at = coalesce(run.started_at, now()),
        status = CASE
          WHEN run.open_steps + change.open > 0 THEN 'running'
          WHEN run.dead_steps + change.dead > 0 THEN 'failed'
          ELSE 'succeeded'
        END::run_status,
        finished_at = CASE WHEN run.open_steps + change.open = 0 THEN now() END
      FROM change WHERE run.id = change.run_id
      RETURNING run.status
    )
    SELECT
      (SELECT count(*)::int FROM updated_run WHERE status = 'succeeded') AS succeeded_runs,
      (SELECT count(*)::int FROM updated_run WHERE status = 'failed') AS failed_runs,
      (SELECT coalesce(array_agg(ordinal), '{}')::text FROM finished) AS accepted,
      (SELECT count(*)::int FROM finished WHERE kind = 'giveback' AND delay_ms = 0) AS given_back,
      ${succeed ? insertedSteps : nothingInserted}`,
  );
  if (!row) throw new Error("Completing steps answered no row.");
  return {
    accepted: positionsOf(row.accepted),
    leased: row.leased === null ? [] : leasedSteps(row.leased, finished),
    enqueued: row.enqueued + row.given_back,
    finishedRuns: { succeeded: row.succeeded_runs, failed: row.failed_runs },
  };
}

/** Whether the result, or what was executed inline behind it, may be a failed try. */
function mayFail({ outcome, successors }: FinishedStep): boolean {
  return outcome.kind === "retry" || outcome.kind === "dead" || successors.some(({ status }) => status === "dead");
}

/** What follows, with the arrivals that are counted where something waits for all of its edges. */
function successorsOf(finished: readonly FinishedStep[], lease: { workerId: string; leaseMs: number }): Prisma.Sql {
  return Prisma.sql`
    successor AS (
      SELECT run_id, workflow_id, node_id, node_type, status, input, output, error, run_error, max_attempts, edges_in,
        need_all, decided, taken, leased, ordinal, position, ${newStepStatus} AS new_status
      FROM (
        SELECT finished.run_id, finished.workflow_id, new_step.node_id, min(new_step.node_type) AS node_type,
          min(new_step.status) AS status, min(new_step.input) AS input, min(new_step.output) AS output,
          min(new_step.error) AS error, min(new_step.run_error) AS run_error, min(new_step.max_attempts) AS max_attempts,
          min(new_step.edges_in) AS edges_in, bool_or(new_step.need_all) AS need_all,
          sum(new_step.decided)::int AS decided, sum(new_step.taken)::int AS taken, bool_or(new_step.leased) AS leased,
          min(new_step.ordinal) AS ordinal, min(new_step.position) AS position
        FROM ${newStepTable(finished.flatMap(({ successors }, index) => successors.map((step) => ({ ordinal: index + 1, step }))))}
          JOIN finished ON finished.ordinal = new_step.ordinal AND finished.status IN ('succeeded', 'skipped')
        -- a step that this very statement finished cannot be met by its insert: one statement changes a row once
        WHERE (finished.run_id, new_step.node_id) NOT IN (SELECT run_id, node_id FROM finished)
        GROUP BY finished.run_id, finished.workflow_id, new_step.node_id
      ) AS arrival
    ),
    inserted AS (
      INSERT INTO step_execution AS step (run_id, workflow_id, node_id, node_type, status, attempt, max_attempts,
        claim_number, dedup_key, edges_in, edges_decided, edges_taken, input, output, error, locked_by, lease_expires_at,
        started_at, finished_at)
      SELECT run_id, workflow_id, node_id, node_type, new_status::step_status,
        CASE WHEN new_status IN ('succeeded', 'dead', 'running') THEN 1 ELSE 0 END, max_attempts,
        CASE WHEN new_status = 'running' THEN 1 ELSE 0 END, 'run-' || run_id || ':node-' || node_id, edges_in, decided,
        taken, input::json, output::json, error::json,
        CASE WHEN new_status = 'running' THEN ${lease.workerId}::uuid END,
        CASE WHEN new_status = 'running' THEN now() + ${lease.leaseMs}::float8 * interval '1 ms' END,
        CASE WHEN status IS NOT NULL OR new_status = 'running' THEN now() END,
        CASE WHEN status IS NOT NULL THEN now() END
      FROM successor
      ORDER BY position
      ON CONFLICT (run_id, dedup_key) DO UPDATE SET
        edges_decided = step.edges_decided + excluded.edges_decided,
        edges_taken = step.edges_taken + excluded.edges_taken,
        next_retry_at = excluded.next_retry_at,
        status = CASE
          WHEN step.edges_decided + excluded.edges_decided >= step.edges_in OR excluded.status IN ('pending', 'running') THEN 'pending'
          ELSE 'blocked'
        END::step_status
      WHERE step.status = 'blocked'
      RETURNING step.id, step.run_id, step.node_id, step.node_type, step.status, step.max_attempts, step.error,
        step.edges_taken
    ),`;
}

/** The history of tries, and what each run is told to have failed of. */
function failures(succeed: boolean): Prisma.Sql {
  return Prisma.sql`
    failed_attempt AS (
      INSERT INTO step_attempt (step_id, claim_number, attempt, started_at, finished_at, error)
      SELECT id, claim_number, attempt, started_at, now(), error FROM finished WHERE kind IN ('retry', 'dead')
    ),
    ${succeed ? inlineAttempts : Prisma.empty}
    died AS (
      SELECT run_id, ordinal, run_error FROM finished WHERE status = 'dead'
      ${succeed ? diedInline : Prisma.empty}
    ),`;
}

const inlineAttempts = Prisma.sql`
    inline_attempt AS (
      INSERT INTO step_attempt (step_id, claim_number, attempt, started_at, finished_at, error)
      SELECT id, 0, 1, now(), now(), error FROM inserted WHERE status = 'dead'
    ),`;

const diedInline = Prisma.sql`
      UNION ALL
      SELECT successor.run_id, successor.ordinal, successor.run_error
      FROM inserted JOIN successor ON successor.run_id = inserted.run_id AND successor.node_id = inserted.node_id
      WHERE inserted.status = 'dead'`;

const openedSteps = Prisma.sql`
        UNION ALL
        SELECT run_id, CASE WHEN status IN ('pending', 'running') THEN 1 ELSE 0 END,
          CASE WHEN status = 'dead' THEN 1 ELSE 0 END
        FROM inserted`;

const firstError = Prisma.sql`
        error = CASE
          WHEN run.error IS NULL AND change.dead > 0
          THEN (SELECT run_error::json FROM died WHERE died.run_id = change.run_id ORDER BY ordinal LIMIT 1)
          ELSE run.error
        END,`;

const insertedSteps = Prisma.sql`
      (SELECT json_agg(json_build_array(run_id, node_id, id::text, edges_taken))::text FROM inserted WHERE status = 'running') AS leased,
      (SELECT count(*)::int FROM inserted WHERE status = 'pending') AS enqueued`;

const nothingInserted = Prisma.sql`NULL AS leased, 0 AS enqueued`;

function outcomeTable(finished: readonly FinishedStep[]): Prisma.Sql {
  const texts = (read: (entry: FinishedStep) => string | null): Prisma.Sql => largeTexts(finished.map(read));
  const plain = (read: (entry: FinishedStep) => bigint | number | string): string => plainArray(finished.map(read));
  const error = ({ outcome }: FinishedStep) => ("error" in outcome ? outcome.error : null);
  return Prisma.sql`unnest(
    ${plain(({ step }) => step.id)}::bigint[],
    ${plain(({ step }) => step.claimNumber)}::bigint[],
    ${plain(({ step }) => step.runId)}::uuid[],
    ${plain(({ outcome }) => outcome.kind)}::text[],
    ${texts(({ input }) => input)},
    ${texts(({ outcome }) => (outcome.kind === "done" ? outcome.output : null))},
    ${texts((entry) => mapNullable(error(entry), errorText))},
    ${texts((entry) => mapNullable(error(entry), (value) => runErrorText(entry.step.nodeId, value)))},
    ${plain(({ delayMs }) => delayMs)}::float8[]
  ) WITH ORDINALITY AS outcome(step_id, claim_number, run_id, kind, input, output, error, run_error, delay_ms, ordinal)`;
}

function mapNullable<Value, Result>(value: Value | null, map: (value: Value) => Result): Result | null {
  return value === null ? null : map(value);
}

/** The positions of `{1,2,…}`, which counts from one. */
function positionsOf(ordinals: string): ReadonlySet<number> {
  const numbers = ordinals === "{}" ? [] : ordinals.slice(1, -1).split(",");
  return new Set(numbers.map((ordinal) => Number(ordinal) - 1));
}

function leasedSteps(text: string, finished: readonly FinishedStep[]): Completion["leased"] {
  const asked = new Map<string, { position: number; predecessor: ClaimedStep; successor: NewStep }>();
  finished.forEach(({ step, successors }, position) => {
    for (const successor of successors) {
      if (successor.leased) asked.set(`${step.runId} ${successor.nodeId}`, { position, predecessor: step, successor });
    }
  });
  // Built by the statement above from ids and node ids only.
  const entries = JSON.parse(text) as LeasedEntry[];
  return entries.map(([runId, nodeId, id, edgesTaken]) => {
    const entry = asked.get(`${runId} ${nodeId}`);
    if (!entry) throw new Error(`Nobody asked for a lease of ${dedupKeyOf(runId, nodeId)}.`);
    const { position, predecessor, successor } = entry;
    const step: ClaimedStep = {
      ...predecessor,
      id: BigInt(id),
      nodeId,
      nodeType: successor.nodeType,
      attempt: 1,
      maxAttempts: successor.maxAttempts,
      claimNumber: 1n,
      edgesIn: successor.edgesIn,
      edgesTaken,
      dedupKey: dedupKeyOf(runId, nodeId),
      output: null,
      runPending: false,
      leased: true,
    };
    return { position, step };
  });
}
