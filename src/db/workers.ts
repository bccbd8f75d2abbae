import type { Db } from "./types";

export interface WorkerStatus {
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: Date;
  lastSeenAt: Date;
  /** since it was last seen, by the database's clock */
  silentMs: number;
  draining: boolean;
  /** steps that it holds now */
  running: number;
}

/** A worker says that it is there every few seconds; one that was silent for so long is gone, or cannot reach the database. */
export const silentAfterMs = 30_000;

/** More are not listed. */
const listed = 100;

/** The workers that are there, those that were heard of last first. */
export async function readWorkers(db: Db): Promise<WorkerStatus[]> {
  return db.$queryRaw<WorkerStatus[]>`
    SELECT id, host, pid, version, started_at AS "startedAt", last_seen_at AS "lastSeenAt", draining,
      greatest(0, extract(epoch FROM now() - last_seen_at) * 1000)::float8 AS "silentMs", coalesce(held.steps, 0)::int AS running
    FROM worker LEFT JOIN (
      SELECT locked_by, count(*) AS steps FROM step_execution WHERE status = 'running' GROUP BY locked_by
    ) AS held ON held.locked_by = worker.id
    ORDER BY date_trunc('minute', last_seen_at) DESC, started_at, id
    LIMIT ${listed}`;
}
