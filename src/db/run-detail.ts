import type { NodeType } from "@/core/kinds";
import type { StepStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { type RunRow, runColumns, runTables } from "./run-page";
import type { Database } from "./types";

export interface RunDetailRow extends RunRow {
  input: string;
  versionId: string;
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

/** A step with its payloads, from `step`. */
export const stepColumns = Prisma.sql`
  step.id, step.node_id AS "nodeId", step.node_type AS "nodeType", step.status::text AS status, step.attempt,
  step.max_attempts AS "maxAttempts", step.claim_number AS "claimNumber", step.next_retry_at AS "nextRetryAt",
  step.dedup_key AS "dedupKey", step.input::text AS input, step.output::text AS output, step.error::text AS error,
  step.started_at AS "startedAt", step.finished_at AS "finishedAt"`;

/** A failed attempt, from `tried`. */
export const attemptColumns = Prisma.sql`
  tried.step_id AS "stepId", tried.claim_number AS "claimNumber", tried.attempt, tried.started_at AS "startedAt",
  tried.finished_at AS "finishedAt", tried.error::text AS error`;

/**
 * A run with its steps and failed attempts, however many there are, by three statements on one snapshot: a run is never
 * shown as running with all of its steps finished.
 */
export async function readRunDetail(db: Database, runId: string): Promise<RunDetail | undefined> {
  const [[run], steps, attempts] = await db.$transaction(
    [
      db.$queryRaw<RunDetailRow[]>`
        SELECT ${runColumns}, run.input::text AS input, run.version_id::text AS "versionId"
        FROM ${runTables} WHERE run.id = ${runId}::uuid`,
      db.$queryRaw<StepRow[]>`
        SELECT ${stepColumns} FROM step_execution AS step WHERE step.run_id = ${runId}::uuid ORDER BY step.id`,
      db.$queryRaw<AttemptRow[]>`
        SELECT ${attemptColumns} FROM step_attempt AS tried JOIN step_execution AS step ON step.id = tried.step_id
        WHERE step.run_id = ${runId}::uuid
        ORDER BY tried.step_id, tried.claim_number`,
    ],
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
  );
  return run && { run, steps, attempts };
}
