import type { RunStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import type { Db } from "./types";

export interface RunRow {
  id: string;
  workflowId: string;
  workflowName: string;
  version: number;
  status: RunStatus;
  triggerType: string;
  /** `{ node_id, code, message }` as JSON text */
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface RunPageQuery {
  workflowId?: string | undefined;
  status?: RunStatus | undefined;
  /** the last row of the page before */
  after?: { createdAt: Date; id: string } | undefined;
  limit: number;
}

/** What every view of a run shows, from `run`, `workflow` and `version`. */
export const runColumns = Prisma.sql`
  run.id, run.workflow_id AS "workflowId", workflow.name AS "workflowName", version.number AS version,
  run.status::text AS status, run.trigger_type AS "triggerType", run.error::text AS error,
  run.created_at AS "createdAt", run.started_at AS "startedAt", run.finished_at AS "finishedAt"`;

export const runTables = Prisma.sql`
  run
  JOIN workflow ON workflow.id = run.workflow_id
  JOIN workflow_version AS version ON version.id = run.version_id`;

/** Runs in the order `created_at desc, id desc`. The statement holds only the conditions asked for, so that each form
 * of it can use an index. */
export async function readRunPage(db: Db, query: RunPageQuery): Promise<RunRow[]> {
  const conditions = [
    query.workflowId && Prisma.sql`run.workflow_id = ${query.workflowId}::uuid`,
    query.status && Prisma.sql`run.status = ${query.status}::run_status`,
    query.after &&
      Prisma.sql`(run.created_at, run.id) < (${query.after.createdAt}::timestamptz, ${query.after.id}::uuid)`,
  ].filter((condition) => condition instanceof Prisma.Sql);
  const where = conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, " AND ")}` : Prisma.empty;
  return db.$queryRaw<RunRow[]>`
    SELECT ${runColumns} FROM ${runTables} ${where}
    ORDER BY run.created_at DESC, run.id DESC
    LIMIT ${query.limit}`;
}
