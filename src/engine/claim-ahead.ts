import { runStatement } from "@/db/run-statement";
import { Prisma } from "@/generated/prisma/client";
import { type ClaimedStep, type ClaimRequest, type ClaimRow, claimedStep, claimStatement } from "./claim";
import type { EngineContext } from "./context";
import { dueStepsOfLane, firstTurn, laneTable, mostLanes, mostStepsOfLane } from "./lanes";

export interface StepsAhead {
  steps: ClaimedStep[];
  /** the workflow behind which the next turn begins */
  after: string;
}

/** One without a step says where the next turn begins when nothing was claimed. */
type AheadRow = (ClaimRow | { id: null }) & { next_turn: string | null };

const isClaimed = (row: AheadRow): row is ClaimRow & { next_turn: string | null } => row.id !== null;

/**
 * Claims steps of workflows that have only a few due ones, and passes over the others: for a worker that has its hands full
 * with a long queue when it hears of something new. Goes through the workflows in a circle of its own: those that it passes over
 * must not lose their turn in the other.
 *
 * How few there are is read before anything is locked, from the end of the index where the newest steps are.
 */
export async function claimAhead(
  engine: Pick<EngineContext, "db">,
  request: ClaimRequest,
  after: string,
): Promise<StepsAhead> {
  const ids = Prisma.sql`ARRAY(SELECT id FROM turn)`;
  const rows = await runStatement<AheadRow>(
    engine.db,
    Prisma.sql`
    WITH RECURSIVE ${laneTable(after, mostLanes)},
    turn AS MATERIALIZED (
      SELECT step.id FROM lane CROSS JOIN LATERAL (${dueStepsOfLane(mostStepsOfLane)}) AS step
      WHERE (
        SELECT count(*) FROM (
          SELECT FROM step_execution
          WHERE status = 'pending' AND workflow_id = lane.workflow_id AND next_retry_at <= now()
          ORDER BY next_retry_at DESC LIMIT ${mostStepsOfLane}
        ) AS newest
      ) < ${mostStepsOfLane}
      LIMIT ${request.limit}
    ),
    claimed AS (${claimStatement(request, ids)})
    SELECT claimed.*, (SELECT workflow_id::text FROM lane WHERE number = ${mostLanes}) AS next_turn
    FROM (VALUES (true)) AS always LEFT JOIN claimed ON true`,
  );
  return {
    steps: rows.filter(isClaimed).map((row) => ({ ...claimedStep(row), ahead: true })),
    after: rows[0]?.next_turn ?? firstTurn,
  };
}
