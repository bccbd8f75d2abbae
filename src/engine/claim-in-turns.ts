import { runStatement } from "@/db/run-statement";
import { Prisma } from "@/generated/prisma/client";
import { type ClaimedStep, type ClaimRequest, type ClaimRow, claimedStep, claimStatement } from "./claim";
import type { EngineContext } from "./context";
import { dueStepsOfLane, firstTurn, laneTable, longAgo, mostLanes, mostStepsOfLane } from "./lanes";

/** Where a claim in turns goes on. */
export interface Position {
  /** the workflow behind which the next turn begins */
  after: string;
  /** what became due before was passed already; undefined: begin with whatever has been due for longest */
  since: Date | undefined;
}

export const beginning: Position = { after: firstTurn, since: undefined };

export interface Turns {
  steps: ClaimedStep[];
  next: Position;
  /** some workflow has more in the queue than its turn: others go ahead of it */
  long: boolean;
}

interface TurnRow extends ClaimRow {
  next_retry_at: Date;
  had_turn: boolean;
  next_turn: string | null;
}

/**
 * Claims like `claim` while there is more in the queue than one claim brings. A few steps of each of the next workflows come
 * first, the rest of the batch is what has been due for longest: so whoever has one step in the queue waits for a turn, not
 * for the hundred thousand of another workflow that came before.
 *
 * The workflows are found by one look into an index for each (a scan that skips), whatever the length of the queue. The
 * index has the newest step of a workflow first, so that the look ends at once, not behind all that lies dead at its
 * other end.
 *
 * What was claimed lies dead at the head of the queue's index until vacuum comes, or for as long as somebody holds an old
 * snapshot; every claim that began there would read past all of it. So each begins where the last one ended. What comes back
 * before that place, or was committed late, is found by the next claim that begins anew, for which the caller cares.
 */
export async function claimInTurns(
  engine: Pick<EngineContext, "db">,
  request: ClaimRequest,
  { after, since }: Position,
): Promise<Turns> {
  // A claim of few steps gives each of few workflows one, and the next claim goes on behind them.
  const lanes = Math.min(mostLanes, request.limit);
  const stepsOfLane = Math.min(mostStepsOfLane, Math.ceil(request.limit / (2 * lanes)));
  const rows = await runStatement<TurnRow>(
    engine.db,
    Prisma.sql`
    WITH RECURSIVE ${laneTable(after, lanes)},
    turn AS MATERIALIZED (
      SELECT step.id FROM lane CROSS JOIN LATERAL (${dueStepsOfLane(stepsOfLane, since)}) AS step
      LIMIT ${request.limit}
    ),
    claimed AS (${claimStatement(request, idsOf(request.limit, since ?? longAgo))}, step.next_retry_at)
    SELECT *, id IN (SELECT id FROM turn) AS had_turn,
      (SELECT workflow_id::text FROM lane WHERE number = ${lanes}) AS next_turn
    FROM claimed`,
  );
  const counts = countByWorkflow(rows);
  // A claim of no more than a turn cannot tell.
  const long = request.limit <= stepsOfLane || rows.some((row) => (counts.get(row.workflow_id) ?? 0) > stepsOfLane);
  return {
    steps: long ? inOrder(rows, stepsOfLane) : rows.map(claimedStep),
    long,
    next: { after: rows[0]?.next_turn ?? firstTurn, since: latest(rows) ?? since },
  };
}

/**
 * Steps of workflows that have no more in the queue than their turn come first: they are ahead of those of long queues, of which
 * there is always a full turn.
 */
function inOrder(rows: readonly TurnRow[], stepsOfLane: number): ClaimedStep[] {
  const turns = countByWorkflow(rows.filter(({ had_turn }) => had_turn));
  const isAhead = ({ workflow_id, had_turn }: TurnRow) => had_turn && (turns.get(workflow_id) ?? 0) < stepsOfLane;
  const ahead = rows.filter(isAhead).map((row) => ({ ...claimedStep(row), ahead: true }));
  return [...ahead, ...rows.filter((row) => !isAhead(row)).map(claimedStep)];
}

function countByWorkflow(rows: readonly TurnRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { workflow_id } of rows) counts.set(workflow_id, (counts.get(workflow_id) ?? 0) + 1);
  return counts;
}

/** The due time of the last step that had been due for longest; those that had a turn may be much younger. */
function latest(rows: readonly TurnRow[]): Date | undefined {
  let last: Date | undefined;
  for (const { had_turn, next_retry_at } of rows) {
    if (!had_turn && (!last || next_retry_at > last)) last = next_retry_at;
  }
  return last;
}

/** What has a turn, filled up with what has been due for longest; what this very statement has locked is no stranger to it. */
function idsOf(limit: number, since: Date): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT id FROM turn) || ARRAY(
        SELECT id FROM step_execution
        WHERE status = 'pending' AND next_retry_at BETWEEN ${since} AND now() AND id NOT IN (SELECT id FROM turn)
        ORDER BY next_retry_at
        LIMIT ${limit} - (SELECT count(*) FROM turn)
        FOR NO KEY UPDATE SKIP LOCKED
      )`;
}
