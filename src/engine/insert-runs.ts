import type { RunStatus } from "@/core/state";
import { largeTexts, plainArray, textArray } from "@/db/array-literal";
import { runStatement } from "@/db/run-statement";
import type { Db } from "@/db/types";
import { Prisma } from "@/generated/prisma/client";
import { type NewStep, newStepStatus, newStepTable } from "./new-step";
import { noticeInStatement } from "./notify";

/** A run that is to be inserted, with its first steps. */
export interface NewRun {
  id: string;
  workflowId: string;
  versionId: string;
  /** the payload, as JSON text */
  input: string;
  triggerType: "ui" | "api" | "test";
  actor: string;
  idempotencyKey: string | null;
  fingerprint: string | null;
  /** insert it only if the workflow is as it was at this `updated_at`; null: however it is */
  unchangedSince: Date | null;
  steps: readonly NewStep[];
}

/** The run that was inserted, or the one that was there with the same key. */
export interface InsertedRun {
  id: string;
  status: RunStatus;
  createdAt: Date;
  fingerprint: string | null;
}

/** The history of what was executed inline and failed. */
const attempts = Prisma.sql`, attempts AS (
      INSERT INTO step_attempt (step_id, claim_number, attempt, started_at, finished_at, error)
      SELECT id, 0, 1, now(), now(), error FROM inserted WHERE status = 'dead'
    )`;

interface InsertedRow {
  id: string;
  status: RunStatus;
  created_at: Date;
  idempotency_key: string | null;
  idempotency_fingerprint: string | null;
}

/**
 * Inserts runs of one workflow, each with its steps, in one statement; of those with an idempotency key only one for each
 * key may be among them.
 *
 * Of several starts with one key exactly one inserts; the others wait for it and get its row. (DO NOTHING would answer
 * nothing to the loser of a race, which cannot see the winner's row in its snapshot.) Keys are inserted in their order, so
 * that two statements with the same ones wait for each other in one direction only. Runs that are there are locked in that
 * order, too, and not in that of their ids, as others do: a statement with several keys may lose a deadlock.
 *
 * @param carriesNotice whether workers are told with the commit
 * @returns by position; undefined: the workflow is not active (which a test run does not ask for), or has changed
 */
export async function insertRuns(
  db: Db,
  workflowId: string,
  runs: readonly NewRun[],
  carriesNotice = false,
): Promise<(InsertedRun | undefined)[]> {
  const ids = Prisma.sql`${plainArray(runs.map(({ id }) => id))}::uuid[]`;
  const inputs = largeTexts(runs.map(({ input }) => input));
  const steps = newStepTable(
    runs.flatMap(({ steps: own }, index) => own.map((step) => ({ ordinal: index + 1, step }))),
  );
  const rows = await runStatement<InsertedRow>(
    db,
    Prisma.sql`
    WITH new_step AS (
      SELECT *, ${newStepStatus} AS new_status FROM ${steps}
    ),
    counted AS (
      SELECT ordinal,
        count(*) FILTER (WHERE new_status = 'pending')::int AS open_steps,
        count(*) FILTER (WHERE new_status = 'dead')::int AS dead_steps,
        (array_agg(run_error ORDER BY position) FILTER (WHERE run_error IS NOT NULL))[1] AS run_error
      FROM new_step GROUP BY ordinal
    ),
    started AS (
      INSERT INTO run AS existing (id, workflow_id, version_id, status, input, trigger_type, actor, idempotency_key,
        idempotency_fingerprint, open_steps, dead_steps, error, started_at, finished_at)
      SELECT new_run.id, workflow.id, new_run.version_id,
        CASE WHEN open_steps > 0 THEN 'pending' WHEN dead_steps > 0 THEN 'failed' ELSE 'succeeded' END::run_status,
        new_run.input::json, new_run.trigger_type, new_run.actor, new_run.idempotency_key, new_run.fingerprint,
        open_steps, dead_steps, run_error::json,
        CASE WHEN open_steps = 0 THEN now() END, CASE WHEN open_steps = 0 THEN now() END
      FROM unnest(
          ${ids},
          ${plainArray(runs.map(({ versionId }) => versionId))}::uuid[],
          ${inputs},
          ${plainArray(runs.map(({ triggerType }) => triggerType))}::text[],
          ${textArray(runs.map(({ actor }) => actor))}::text[],
          ${textArray(runs.map(({ idempotencyKey }) => idempotencyKey))}::text[],
          ${textArray(runs.map(({ fingerprint }) => fingerprint))}::text[],
          ${textArray(runs.map(({ unchangedSince }) => unchangedSince?.toISOString() ?? null))}::timestamptz[]
        ) WITH ORDINALITY AS new_run(id, version_id, input, trigger_type, actor, idempotency_key, fingerprint,
          unchanged_since, ordinal)
        JOIN counted ON counted.ordinal = new_run.ordinal
        -- an archive that was answered before is in this snapshot; a test run may be of a draft
        JOIN workflow ON workflow.id = ${workflowId}::uuid
          AND (workflow.status = 'active' OR new_run.trigger_type = 'test')
          AND (new_run.unchanged_since IS NULL OR workflow.updated_at = new_run.unchanged_since)
      ORDER BY new_run.idempotency_key, new_run.ordinal
      ON CONFLICT (workflow_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO UPDATE SET idempotency_key = excluded.idempotency_key
      RETURNING existing.id, existing.status, existing.created_at, existing.idempotency_key, existing.idempotency_fingerprint
    ),
    inserted AS (
      INSERT INTO step_execution (run_id, workflow_id, node_id, node_type, status, attempt, max_attempts, dedup_key,
        edges_in, edges_decided, edges_taken, input, output, error, started_at, finished_at)
      SELECT run_id, ${workflowId}::uuid, node_id, node_type, new_status::step_status,
        CASE WHEN new_status IN ('succeeded', 'dead') THEN 1 ELSE 0 END, max_attempts,
        'run-' || run_id || ':node-' || node_id, edges_in, decided, taken, input::json,
        CASE WHEN node_type = 'trigger' THEN (${inputs})[ordinal]::json ELSE output::json END, error::json,
        CASE WHEN status IS NOT NULL THEN now() END, CASE WHEN status IS NOT NULL THEN now() END
      FROM (SELECT *, (${ids})[ordinal] AS run_id FROM new_step) AS step
      -- OFFSET keeps it from becoming a join, which would compare each with each
      WHERE run_id IN (SELECT id FROM started OFFSET 0)
      ORDER BY position
      RETURNING id, status, error
    )
    ${runs.some(({ steps: own }) => own.some(({ status }) => status === "dead")) ? attempts : Prisma.empty}
    SELECT id, status::text AS status, created_at, idempotency_key, idempotency_fingerprint
      ${carriesNotice ? Prisma.sql`, ${noticeInStatement} AS notice` : Prisma.empty}
    FROM started`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  return runs.map(({ id, idempotencyKey }) => {
    const row = idempotencyKey === null ? byId.get(id) : byKey.get(idempotencyKey);
    return (
      row && { id: row.id, status: row.status, createdAt: row.created_at, fingerprint: row.idempotency_fingerprint }
    );
  });
}
