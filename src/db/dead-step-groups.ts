import { Prisma } from "@/generated/prisma/client";
import { type DeadStepConditions, deadStepWhere } from "./dead-step-filter";
import type { Db } from "./types";

/** What a group's steps have in common, and the last death in it: the order of the groups. */
export interface DeadGroupPosition {
  lastAt: Date;
  workflowId: string;
  nodeId: string;
  errorKey: string;
}

export interface DeadGroupRow extends DeadGroupPosition {
  steps: number;
  firstAt: Date;
  /** deaths by the number of their part of the time; parts without any are left out */
  timeline: [part: number, deaths: number][];
  exampleId: bigint;
}

export interface DeadGroupQuery {
  where: DeadStepConditions & { diedFrom: Date; diedUntil: Date };
  /** the length of a part of the time, which begins with `diedFrom` */
  partMs: number;
  after?: DeadGroupPosition | undefined;
  limit: number;
}

/**
 * Dead steps in groups, the group of the latest death first. One pass over the index of dead steps, and nothing else but
 * an example of each group that is shown.
 */
export async function readDeadGroups(db: Db, { where, partMs, after, limit }: DeadGroupQuery): Promise<DeadGroupRow[]> {
  const behind = after
    ? Prisma.sql`HAVING (max(last_at), workflow_id, node_id, error_key)
        < (${after.lastAt}::timestamptz, ${after.workflowId}::uuid, ${after.nodeId}, ${after.errorKey})`
    : Prisma.empty;
  return db.$queryRaw<DeadGroupRow[]>`
    WITH cell AS (
      SELECT workflow_id, node_id, error_key,
        floor(extract(epoch FROM finished_at - ${where.diedFrom}::timestamptz)::float8 * 1000 / ${partMs}::float8)::int AS part,
        count(*)::int AS steps, min(finished_at) AS first_at, max(finished_at) AS last_at
      FROM step_execution AS step ${deadStepWhere(where)}
      GROUP BY 1, 2, 3, 4
    ),
    page AS (
      SELECT workflow_id, node_id, error_key, sum(steps)::int AS steps, min(first_at) AS first_at, max(last_at) AS last_at,
        json_agg(json_build_array(part, steps) ORDER BY part) AS timeline
      FROM cell GROUP BY 1, 2, 3 ${behind}
      ORDER BY last_at DESC, workflow_id DESC, node_id DESC, error_key DESC
      LIMIT ${limit}
    )
    SELECT page.workflow_id AS "workflowId", page.node_id AS "nodeId", page.error_key AS "errorKey", page.steps,
      page.first_at AS "firstAt", page.last_at AS "lastAt", page.timeline, example.id AS "exampleId"
    FROM page CROSS JOIN LATERAL (
      SELECT step.id FROM step_execution AS step
      WHERE step.status = 'dead' AND step.finished_at = page.last_at AND step.workflow_id = page.workflow_id
        AND step.node_id = page.node_id AND step.error_key = page.error_key
      ORDER BY step.id DESC LIMIT 1
    ) AS example
    ORDER BY page.last_at DESC, page.workflow_id DESC, page.node_id DESC, page.error_key DESC`;
}

/** When the oldest of the dead steps died. */
export async function readFirstDeath(db: Db, where: DeadStepConditions): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(step.finished_at) AS at FROM step_execution AS step ${deadStepWhere(where)}`;
  return row?.at ?? null;
}
