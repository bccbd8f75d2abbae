import type { Db } from "./types";

export interface WatchedRuns {
  runIds: readonly string[];
  /** whether the newest runs are watched too, as the list shows them */
  newest: boolean;
}

/** Tokens: two that are equal stand for the same state. They are the same in every process. */
export interface RunTokens {
  /** of each run that is there */
  runs: ReadonlyMap<string, string>;
  /** of the newest runs; null when they were not asked for */
  newest: string | null;
}

/** How far back the list is watched. What is older changes rarely, and the list's own polling sees it. */
export const newestRuns = 200;

/**
 * The state of any number of runs, and of the list, by one statement that reads no payload.
 *
 * A run's row is written by whatever ends a step, starts, retries or cancels, and `xmin` names the transaction that
 * wrote it last. What leaves the row alone (a claim, a reap that sends back, a give-back) changes the status or the claim
 * number of a step; these two together never come back, because the number rises with each claim. A finished run has no
 * such steps, and only its row is read. A heartbeat changes neither: it is nothing that a page shows.
 */
export async function readRunTokens(db: Db, { runIds, newest }: WatchedRuns): Promise<RunTokens> {
  const rows = await db.$queryRaw<{ id: string | null; token: string }[]>`
    SELECT run.id::text AS id, run.xmin::text || coalesce((
        SELECT '-' || md5(string_agg(concat_ws(':', step.id, step.status, step.claim_number), ',' ORDER BY step.id))
        FROM step_execution AS step
        WHERE step.run_id = run.id AND run.status IN ('pending', 'running')
      ), '') AS token
    FROM run WHERE run.id = ANY (${[...runIds]}::uuid[])
    UNION ALL
    SELECT NULL, coalesce((
        SELECT md5(string_agg(concat_ws(':', id, status, started_at, finished_at), ',' ORDER BY created_at DESC, id DESC))
        FROM (
          SELECT id, status, created_at, started_at, finished_at FROM run ORDER BY created_at DESC, id DESC LIMIT ${newestRuns}
        ) AS newest
      ), 'none')
    WHERE ${newest}::boolean`;
  return {
    runs: new Map(rows.flatMap(({ id, token }) => (id === null ? [] : [[id, token]]))),
    newest: rows.find(({ id }) => id === null)?.token ?? null,
  };
}
