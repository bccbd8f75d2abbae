import type { RunStatus, WorkflowStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { matchesWords } from "./text-match";
import type { Db } from "./types";

export interface WorkflowRow {
  id: string;
  name: string;
  description: string;
  status: WorkflowStatus;
  createdAt: Date;
  updatedAt: Date;
  versionNumber: number;
  lastRunId: string | null;
  lastRunStatus: RunStatus | null;
  lastRunAt: Date | null;
  /** of its latest runs that succeeded or failed */
  finishedRuns: number;
  succeededRuns: number;
}

export interface WorkflowPageQuery {
  status?: WorkflowStatus | undefined;
  /** words that occur in name or description */
  search?: string | undefined;
  /** the last row of the page before */
  after?: { createdAt: Date; id: string } | undefined;
  limit: number;
  /** how many of a workflow's latest finished runs tell its success */
  recentRuns: number;
}

/**
 * Workflows in the order `created_at desc, id desc`, with what their runs tell; test runs tell nothing. A workflow may have
 * millions of runs: only its latest are read, which the index on workflow and time hands over in order.
 */
export async function readWorkflowPage(db: Db, query: WorkflowPageQuery): Promise<WorkflowRow[]> {
  const conditions = [
    query.status && Prisma.sql`status = ${query.status}::workflow_status`,
    query.search && matchesWords([Prisma.sql`name`, Prisma.sql`description`], query.search),
    query.after && Prisma.sql`(created_at, id) < (${query.after.createdAt}::timestamptz, ${query.after.id}::uuid)`,
  ].filter((condition) => condition instanceof Prisma.Sql);
  const where = conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, " AND ")}` : Prisma.empty;
  return db.$queryRaw<WorkflowRow[]>`
    SELECT workflow.id, workflow.name, workflow.description, workflow.status::text AS status,
      workflow.created_at AS "createdAt", workflow.updated_at AS "updatedAt", version.number AS "versionNumber",
      last_run.id AS "lastRunId", last_run.status::text AS "lastRunStatus", last_run.created_at AS "lastRunAt",
      recent.finished AS "finishedRuns", recent.succeeded AS "succeededRuns"
    FROM (SELECT * FROM workflow ${where} ORDER BY created_at DESC, id DESC LIMIT ${query.limit}) AS workflow
    CROSS JOIN LATERAL (
      SELECT number FROM workflow_version WHERE workflow_id = workflow.id AND kind = 'normal'
      ORDER BY number DESC
      LIMIT 1
    ) AS version
    LEFT JOIN LATERAL (
      SELECT id, status, created_at FROM run
      WHERE workflow_id = workflow.id AND trigger_type <> 'test'
      ORDER BY created_at DESC, id DESC
      LIMIT 1
    ) AS last_run ON true
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS finished, (count(*) FILTER (WHERE status = 'succeeded'))::int AS succeeded
      FROM (
        SELECT status FROM run
        WHERE workflow_id = workflow.id AND status IN ('succeeded', 'failed') AND trigger_type <> 'test'
        ORDER BY created_at DESC, id DESC
        LIMIT ${query.recentRuns}
      ) AS finished
    ) AS recent
    ORDER BY workflow.created_at DESC, workflow.id DESC`;
}
