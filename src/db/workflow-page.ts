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
 * millions of runs: of each status only the latest are read, which the index on workflow, status and time hands over in
 * order.
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
      SELECT latest.* FROM unnest(enum_range(NULL::run_status)) AS every(status)
      CROSS JOIN LATERAL (
        SELECT id, run.status, created_at FROM run
        WHERE workflow_id = workflow.id AND run.status = every.status AND trigger_type <> 'test'
        ORDER BY created_at DESC, id DESC
        LIMIT 1
      ) AS latest
      ORDER BY latest.created_at DESC, latest.id DESC
      LIMIT 1
    ) AS last_run ON true
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS finished, (count(*) FILTER (WHERE status = 'succeeded'))::int AS succeeded
      FROM (
        SELECT latest.status FROM unnest(ARRAY['succeeded', 'failed']::run_status[]) AS every(status)
        CROSS JOIN LATERAL (
          SELECT run.status, created_at FROM run
          WHERE workflow_id = workflow.id AND run.status = every.status AND trigger_type <> 'test'
          ORDER BY created_at DESC, id DESC
          LIMIT ${query.recentRuns}
        ) AS latest
        ORDER BY latest.created_at DESC
        LIMIT ${query.recentRuns}
      ) AS finished
    ) AS recent
    ORDER BY workflow.created_at DESC, workflow.id DESC`;
}
