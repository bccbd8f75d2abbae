import type { RunStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { type RunConditions, type RunPosition, runWhere } from "./run-filter";
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
  where: RunConditions;
  after?: RunPosition | undefined;
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

/** Runs in the order `created_at desc, id desc`. */
export async function readRunPage(db: Db, query: RunPageQuery): Promise<RunRow[]> {
  return db.$queryRaw<RunRow[]>(runPageStatement(query));
}

export function runPageStatement({ where, after, limit }: RunPageQuery): Prisma.Sql {
  return Prisma.sql`
    SELECT ${runColumns} FROM ${runTables} ${runWhere(where, after)}
    ORDER BY run.created_at DESC, run.id DESC
    LIMIT ${limit}`;
}

/** The same runs, as far as one must know them to change them. */
export async function readRunPositions(db: Db, { where, after, limit }: RunPageQuery): Promise<RunPosition[]> {
  return db.$queryRaw<RunPosition[]>`
    SELECT run.id, run.created_at AS "createdAt" FROM run ${runWhere(where, after)}
    ORDER BY run.created_at DESC, run.id DESC
    LIMIT ${limit}`;
}

/** The statuses of runs; those that are not there are left out. */
export async function readRunStatuses(db: Db, ids: readonly string[]): Promise<Map<string, RunStatus>> {
  const rows = await db.$queryRaw<{ id: string; status: RunStatus }[]>`
    SELECT id, status::text AS status FROM run WHERE id = ANY (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/**
 * How many runs there are in each status. Counting stops at `limit`, so that it costs the same whether a hundred thousand
 * runs match or a hundred million.
 */
export async function countRunsByStatus(
  db: Db,
  where: Omit<RunConditions, "statuses">,
  limit: number,
): Promise<Map<RunStatus, number>> {
  const rows = await db.$queryRaw<{ status: RunStatus; runs: number }[]>`
    SELECT one.status::text AS status, (
        SELECT count(*) FROM (
          SELECT FROM run ${runWhere({ ...where, also: Prisma.sql`run.status = one.status` })} LIMIT ${limit}
        ) AS counted
      )::int AS runs
    FROM unnest(enum_range(NULL::run_status)) AS one(status)`;
  return new Map(rows.map(({ status, runs }) => [status, runs]));
}
