import { Prisma } from "@/generated/prisma/client";

/*
 * What claims by workflow have in common: a lane is a workflow that has steps in the queue.
 */

/** Workflows that have a turn in one claim, at most. */
export const mostLanes = 8;

/** Steps of each, at most. */
export const mostStepsOfLane = 4;

/** Sorts before every workflow's id. */
export const firstTurn = "00000000-0000-0000-0000-000000000000";

/** Before every due time. */
export const longAgo = new Date(0);

/**
 * The next workflows that have steps in the queue, by one look into an index for each; the newest step comes first there.
 *
 * Columns: workflow_id, number (from 1)
 */
export function laneTable(after: string, lanes: number): Prisma.Sql {
  return Prisma.sql`lane AS (
      (SELECT workflow_id, 1 AS number FROM step_execution
        WHERE status = 'pending' AND workflow_id > ${after}::uuid ORDER BY workflow_id, next_retry_at DESC LIMIT 1)
      UNION ALL
      SELECT following.workflow_id, lane.number + 1
      FROM lane CROSS JOIN LATERAL (
        SELECT workflow_id FROM step_execution
        WHERE status = 'pending' AND workflow_id > lane.workflow_id ORDER BY workflow_id, next_retry_at DESC LIMIT 1
      ) AS following
      WHERE lane.number < ${lanes}
    )`;
}

/** The steps of a lane that have been due for longest, but not since before the time given: locked, past what others have locked. */
export function dueStepsOfLane(limit: number, since = longAgo): Prisma.Sql {
  return Prisma.sql`
        SELECT id FROM step_execution
        WHERE status = 'pending' AND workflow_id = lane.workflow_id AND next_retry_at BETWEEN ${since} AND now()
        ORDER BY next_retry_at
        LIMIT ${limit}
        FOR NO KEY UPDATE SKIP LOCKED
      `;
}
