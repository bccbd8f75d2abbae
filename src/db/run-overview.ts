import type { NodeType } from "@/core/kinds";
import type { StepStatus, WorkflowStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { jsonRows } from "./json-rows";
import { type RunRow, runColumns, runTables } from "./run-page";
import { runStatement } from "./run-statement";
import type { Db } from "./types";

export interface RunOverviewRow extends RunRow {
  workflowStatus: WorkflowStatus;
  actor: string;
  versionId: string;
}

/** A step without its payloads; of the error only the beginning of its text. Times are ISO texts, as JSON has them. */
export interface StepOverviewRow {
  id: string;
  nodeId: string;
  nodeType: NodeType;
  status: StepStatus;
  attempt: number;
  maxAttempts: number;
  claimNumber: string;
  nextRetryAt: string;
  dedupKey: string;
  /** only of conditions, whose output is `{ result }` */
  conditionOutput: string | null;
  errorHead: string | null;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface AttemptOverviewRow {
  stepId: string;
  claimNumber: string;
  attempt: number;
  startedAt: string | null;
  finishedAt: string;
  errorHead: string | null;
}

export interface RunOverviewRows {
  run: RunOverviewRow;
  steps: StepOverviewRow[];
  attempts: AttemptOverviewRow[];
}

/** Code and message come first in an error's text, and are as long as a page shows. */
const errorHeadLength = 4_000;

/** Of an error what is told of it here. */
export const errorHead = (error: Prisma.Sql): Prisma.Sql => Prisma.sql`left(${error}::text, ${errorHeadLength})`;

/** What says which branch a condition chose. */
export const conditionOutput = Prisma.sql`CASE WHEN step.node_type = 'condition' THEN left(step.output::text, 200) END`;

/**
 * A run with its steps and failed attempts, without a payload, on one snapshot: in one statement, whose rows of steps come as
 * JSON, because a driver that looks at each value of 500 steps takes longer than all else that is done for them.
 */
export async function readRunOverview(db: Db, runId: string): Promise<RunOverviewRows | undefined> {
  const [row] = await runStatement<RunOverviewRow & { steps: string; attempts: string }>(
    db,
    Prisma.sql`
      SELECT ${runColumns}, workflow.status::text AS "workflowStatus", run.actor, run.version_id::text AS "versionId",
        ${jsonRows(Prisma.sql`
          SELECT step.id::text AS id, step.node_id AS "nodeId", step.node_type AS "nodeType", step.status::text AS status,
            step.attempt, step.max_attempts AS "maxAttempts", step.claim_number::text AS "claimNumber",
            step.next_retry_at AS "nextRetryAt", step.dedup_key AS "dedupKey", ${conditionOutput} AS "conditionOutput",
            ${errorHead(Prisma.sql`step.error`)} AS "errorHead", step.started_at AS "startedAt", step.finished_at AS "finishedAt"
          FROM step_execution AS step WHERE step.run_id = run.id ORDER BY step.id`)} AS steps,
        ${jsonRows(Prisma.sql`
          SELECT tried.step_id::text AS "stepId", tried.claim_number::text AS "claimNumber", tried.attempt,
            tried.started_at AS "startedAt", tried.finished_at AS "finishedAt",
            ${errorHead(Prisma.sql`tried.error`)} AS "errorHead"
          FROM step_attempt AS tried JOIN step_execution AS step ON step.id = tried.step_id
          WHERE step.run_id = run.id
          ORDER BY tried.step_id, tried.claim_number`)} AS attempts
      FROM ${runTables} WHERE run.id = ${runId}::uuid`,
  );
  if (!row) return undefined;
  const { steps, attempts, ...run } = row;
  // The statement's own words.
  return {
    run,
    steps: JSON.parse(steps) as StepOverviewRow[],
    attempts: JSON.parse(attempts) as AttemptOverviewRow[],
  };
}
