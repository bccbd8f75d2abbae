import type { NodeType } from "@/core/kinds";
import type { StepStatus, WorkflowStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { type RunRow, runColumns, runTables } from "./run-page";
import type { Database } from "./types";

export interface RunOverviewRow extends RunRow {
  workflowStatus: WorkflowStatus;
  actor: string;
  versionId: string;
  definition: string;
}

/** A step without its payloads; of the error only the beginning of its text. */
export interface StepOverviewRow {
  id: bigint;
  nodeId: string;
  nodeType: NodeType;
  status: StepStatus;
  attempt: number;
  maxAttempts: number;
  claimNumber: bigint;
  nextRetryAt: Date;
  dedupKey: string;
  /** only of conditions, whose output is `{ result }` */
  conditionOutput: string | null;
  errorHead: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface AttemptOverviewRow {
  stepId: bigint;
  claimNumber: bigint;
  attempt: number;
  startedAt: Date | null;
  finishedAt: Date;
  errorHead: string | null;
}

export interface RunOverviewRows {
  run: RunOverviewRow;
  steps: StepOverviewRow[];
  attempts: AttemptOverviewRow[];
}

/** Code and message come first in an error's text, and are as long as a page shows. */
const errorHeadLength = 4_000;

export const stepOverviewColumns = Prisma.sql`
  step.id, step.node_id AS "nodeId", step.node_type AS "nodeType", step.status::text AS status, step.attempt,
  step.max_attempts AS "maxAttempts", step.claim_number AS "claimNumber", step.next_retry_at AS "nextRetryAt",
  step.dedup_key AS "dedupKey",
  CASE WHEN step.node_type = 'condition' THEN left(step.output::text, 200) END AS "conditionOutput",
  left(step.error::text, ${errorHeadLength}) AS "errorHead",
  step.started_at AS "startedAt", step.finished_at AS "finishedAt"`;

/** A run with its steps and failed attempts, without a payload, on one snapshot. */
export async function readRunOverview(db: Database, runId: string): Promise<RunOverviewRows | undefined> {
  const [[run], steps, attempts] = await db.$transaction(
    [
      db.$queryRaw<RunOverviewRow[]>`
        SELECT ${runColumns}, workflow.status::text AS "workflowStatus", run.actor, run.version_id::text AS "versionId",
          version.definition::text AS definition
        FROM ${runTables} WHERE run.id = ${runId}::uuid`,
      db.$queryRaw<StepOverviewRow[]>`
        SELECT ${stepOverviewColumns} FROM step_execution AS step WHERE step.run_id = ${runId}::uuid ORDER BY step.id`,
      db.$queryRaw<AttemptOverviewRow[]>`
        SELECT tried.step_id AS "stepId", tried.claim_number AS "claimNumber", tried.attempt,
          tried.started_at AS "startedAt", tried.finished_at AS "finishedAt",
          left(tried.error::text, ${errorHeadLength}) AS "errorHead"
        FROM step_attempt AS tried JOIN step_execution AS step ON step.id = tried.step_id
        WHERE step.run_id = ${runId}::uuid
        ORDER BY tried.step_id, tried.claim_number`,
    ],
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
  );
  return run && { run, steps, attempts };
}
