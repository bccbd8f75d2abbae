import { queueCountLimit } from "@/core/queue-count-limit";
import type { Database } from "@/db/types";

/** The queue at one moment, by the database's clock. */
export interface QueueStats {
  /** pending, and due: what workers could claim now */
  due: number;
  /** pending, due later: delays, and tries that wait for their backoff */
  scheduled: number;
  running: number;
  /** joins that wait for other branches */
  blocked: number;
  dead: number;
  /** running, although their lease is over and nobody has taken them back yet */
  expiredLeases: number;
  /** how long the step that has waited longest has been due; 0 when none is */
  oldestDueSeconds: number;
  activeWorkers: number;
  drainingWorkers: number;
}

/** One statement that reads only the index on (status, next_retry_at), the few running steps, and the workers. */
export async function readQueueStats(db: Database): Promise<QueueStats> {
  const [row] = await db.$queryRaw<Record<keyof QueueStats, number>[]>`
    SELECT
      (SELECT count(*) FROM (
        SELECT FROM step_execution WHERE status = 'pending' AND next_retry_at <= now() LIMIT ${queueCountLimit}
      ) AS counted)::int AS "due",
      (SELECT count(*) FROM (
        SELECT FROM step_execution WHERE status = 'pending' AND next_retry_at > now() LIMIT ${queueCountLimit}
      ) AS counted)::int AS "scheduled",
      running.steps AS "running",
      running.expired AS "expiredLeases",
      (SELECT count(*) FROM (SELECT FROM step_execution WHERE status = 'blocked' LIMIT ${queueCountLimit}) AS counted)::int AS "blocked",
      (SELECT count(*) FROM (SELECT FROM step_execution WHERE status = 'dead' LIMIT ${queueCountLimit}) AS counted)::int AS "dead",
      coalesce((SELECT greatest(0, extract(epoch FROM now() - next_retry_at))
        FROM step_execution WHERE status = 'pending' ORDER BY next_retry_at LIMIT 1), 0)::float8 AS "oldestDueSeconds",
      workers.active AS "activeWorkers",
      workers.draining AS "drainingWorkers"
    FROM
      (SELECT count(*)::int AS steps, count(*) FILTER (WHERE lease_expires_at < now())::int AS expired
        FROM (SELECT lease_expires_at FROM step_execution WHERE status = 'running' LIMIT ${queueCountLimit}) AS counted) AS running,
      (SELECT count(*) FILTER (WHERE NOT draining)::int AS active, count(*) FILTER (WHERE draining)::int AS draining
        FROM worker) AS workers`;
  if (!row) throw new Error("Reading the queue answered no row.");
  return row;
}

const freshMs = 10_000;
const timeoutMs = 3_000;

/**
 * The queue's figures for whoever asks, however often: read at most every few seconds, once for all that ask meanwhile.
 * undefined when the database does not answer in time; that answer is kept as long as any other.
 */
export class QueueStatsCache {
  readonly #read: () => Promise<QueueStats>;
  readonly #now: () => number;
  #latest: Promise<QueueStats | undefined> | undefined;
  #readAt = 0;

  constructor(read: () => Promise<QueueStats>, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#now = now;
  }

  get(): Promise<QueueStats | undefined> {
    if (!this.#latest || this.#now() - this.#readAt >= freshMs) {
      this.#readAt = this.#now();
      this.#latest = inTime(this.#read());
    }
    return this.#latest;
  }
}

async function inTime(reading: Promise<QueueStats>): Promise<QueueStats | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([reading, timeout]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
