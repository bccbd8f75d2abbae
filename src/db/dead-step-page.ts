import type { NodeType } from "@/core/kinds";
import type { RunStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { type DeadStepConditions, type DeadStepPosition, deadStepWhere } from "./dead-step-filter";
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
  /** `{ code, message, details }` as JSON text; null only where it was lost */
  error: string | null;
  errorKey: string;
  finishedAt: Date;
}

export interface DeadStepPageQuery {
  where: DeadStepConditions & { runStatus?: RunStatus | undefined };
  after?: DeadStepPosition | undefined;
  limit: number;
}

const columns = Prisma.sql`
  step.id, step.run_id AS "runId", run.status::text AS "runStatus", step.workflow_id AS "workflowId",
  workflow.name AS "workflowName", version.number AS version, step.node_id AS "nodeId", step.node_type AS "nodeType",
  step.attempt, step.max_attempts AS "maxAttempts", step.error::text AS error, step.error_key AS "errorKey",
  step.finished_at AS "finishedAt"`;

const tables = Prisma.sql`
  step_execution AS step
  JOIN run ON run.id = step.run_id
  JOIN workflow ON workflow.id = step.workflow_id
  JOIN workflow_version AS version ON version.id = run.version_id`;

/** Dead steps, the latest first. */
export async function readDeadStepPage(db: Db, { where, after, limit }: DeadStepPageQuery): Promise<DeadStepRow[]> {
  const { runStatus, ...conditions } = where;
  const ofRun = runStatus ? Prisma.sql`AND run.status = ${runStatus}::run_status` : Prisma.empty;
  return db.$queryRaw<DeadStepRow[]>`
    SELECT ${columns} FROM ${tables} ${deadStepWhere(conditions, after)} ${ofRun}
    ORDER BY step.finished_at DESC, step.id DESC
    LIMIT ${limit}`;
}

/** Steps by their ids, as far as they are dead still. */
export async function readDeadSteps(db: Db, ids: readonly bigint[]): Promise<Map<bigint, DeadStepRow>> {
  const rows = await db.$queryRaw<DeadStepRow[]>`
    SELECT ${columns} FROM ${tables} WHERE step.id = ANY (${[...ids]}::bigint[]) AND (step.status = 'dead') IS TRUE`;
  return new Map(rows.map((row) => [row.id, row]));
}

export interface DeadStepOfRun extends DeadStepPosition {
  runId: string;
}

/** The same steps, as far as one must know them to retry their runs. */
export async function readDeadStepPositions(
  db: Db,
  query: { where: DeadStepConditions; after?: DeadStepPosition | undefined; limit: number },
): Promise<DeadStepOfRun[]> {
  return db.$queryRaw<DeadStepOfRun[]>`
    SELECT step.id, step.run_id AS "runId", step.finished_at AS "finishedAt"
    FROM step_execution AS step ${deadStepWhere(query.where, query.after)}
    ORDER BY step.finished_at DESC, step.id DESC
    LIMIT ${query.limit}`;
}
