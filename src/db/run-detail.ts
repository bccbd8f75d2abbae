import type { NodeType } from "@/core/kinds";
import type { StepStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { type RunRow, runColumns, runTables } from "./run-page";
import type { Database } from "./types";

export interface RunDetailRow extends RunRow {
  input: string;
  definition: string;
}

/** Payloads are JSON texts. */
export interface StepRow {
  id: bigint;
  nodeId: string;
  nodeType: NodeType;
  status: StepStatus;
  attempt: number;
  maxAttempts: number;
  claimNumber: bigint;
  nextRetryAt: Date;
  dedupKey: string;
  input: string | null;
  output: string | null;
  error: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface AttemptRow {
  stepId: bigint;
  claimNumber: bigint;
  attempt: number;
  startedAt: Date | null;
  finishedAt: Date;
  error: string | null;
}

export interface RunDetail {
  run: RunDetailRow;
  steps: StepRow[];
  attempts: AttemptRow[];
}

/**
 * A run with its steps and failed attempts, however many there are, by three statements on one snapshot: a run is never
 * shown as running with all of its steps finished.
 */
export async function readRunDetail(db: Database, runId: string): Promise<RunDetail | undefined> {
  const [[run], steps, attempts] = await db.$transaction(
    [
      db.$queryRaw<RunDetailRow[]>`
        SELECT ${runColumns}, run.input::text AS input, version.definition::text AS definition
        FROM ${runTables} WHERE run.id = ${runId}::uuid`,
      db.$queryRaw<StepRow[]>`
        SELECT id, node_id AS "nodeId", node_type AS "nodeType", status::text AS status, attempt,
          max_attempts AS "maxAttempts", claim_number AS "claimNumber", next_retry_at AS "nextRetryAt",
          dedup_key AS "dedupKey", input::text AS input, output::text AS output, error::text AS error,
          started_at AS "startedAt", finished_at AS "finishedAt"
        FROM step_execution WHERE run_id = ${runId}::uuid
        ORDER BY id`,
      db.$queryRaw<AttemptRow[]>`
        SELECT step_attempt.step_id AS "stepId", step_attempt.claim_number AS "claimNumber", step_attempt.attempt,
          step_attempt.started_at AS "startedAt", step_attempt.finished_at AS "finishedAt",
          step_attempt.error::text AS error
        FROM step_attempt JOIN step_execution AS step ON step.id = step_attempt.step_id
        WHERE step.run_id = ${runId}::uuid
        ORDER BY step_attempt.step_id, step_attempt.claim_number`,
    ],
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
  );
  return run && { run, steps, attempts };
}
