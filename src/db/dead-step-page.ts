import type { NodeType } from "@/core/kinds";
import type { RunStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import type { Db } from "./types";

export interface DeadStepRow {
  id: bigint;
  runId: string;
  runStatus: RunStatus;
  workflowId: string;
  workflowName: string;
  version: number;
  nodeId: string;
  nodeType: NodeType;
  attempt: number;
  maxAttempts: number;
  /** `{ code, message, details }` as JSON text */
  error: string;
  finishedAt: Date;
}

export interface DeadStepPageQuery {
  workflowId?: string | undefined;
  runStatus?: RunStatus | undefined;
  after?: { finishedAt: Date; id: bigint } | undefined;
  limit: number;
}

/** Dead steps, the latest first. */
export async function readDeadStepPage(db: Db, query: DeadStepPageQuery): Promise<DeadStepRow[]> {
  const conditions = [
    Prisma.sql`step.status = 'dead'`,
    query.workflowId && Prisma.sql`step.workflow_id = ${query.workflowId}::uuid`,
    query.runStatus && Prisma.sql`run.status = ${query.runStatus}::run_status`,
    query.after &&
      Prisma.sql`(step.finished_at, step.id) < (${query.after.finishedAt}::timestamptz, ${query.after.id}::bigint)`,
  ].filter((condition) => condition instanceof Prisma.Sql);
  return db.$queryRaw<DeadStepRow[]>`
    SELECT step.id, step.run_id AS "runId", run.status::text AS "runStatus", step.workflow_id AS "workflowId",
      workflow.name AS "workflowName", version.number AS version, step.node_id AS "nodeId", step.node_type AS "nodeType",
      step.attempt, step.max_attempts AS "maxAttempts", step.error::text AS error, step.finished_at AS "finishedAt"
    FROM step_execution AS step
      JOIN run ON run.id = step.run_id
      JOIN workflow ON workflow.id = step.workflow_id
      JOIN workflow_version AS version ON version.id = run.version_id
    WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY step.finished_at DESC, step.id DESC
    LIMIT ${query.limit}`;
}
