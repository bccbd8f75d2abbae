import type { Database } from "@/db/types";

/** Runs that one transaction removes: few, so that it is short and its locks are few. */
export const pruneLimit = 200;

/** A copy for a test run is frozen a moment before its run is started; one that has been without a run for long has none. */
const abandonedVersionMs = 24 * 3_600_000;

/** Any number that nobody else locks: "wfeprune" in ASCII. */
const pruneLock = 8603675671768952421n;

export interface Pruned {
  /** false: another process is at it */
  locked: boolean;
  runs: number;
}

/**
 * Removes some runs that were finished longer ago than `keepMs`, with all that belongs to them: steps, attempts, events, the
 * idempotency key, and the frozen copy of a test run. The oldest go first; unfinished ones stay, however old.
 *
 * It waits for nobody and is in nobody's way: runs that somebody has locked (a retry) are passed over, claims read pending
 * steps only, and of several processes one works, by a lock that ends with the transaction. Locked first, a run that was
 * retried meanwhile is seen as it is now, and stays.
 */
export async function pruneRuns(db: Database, keepMs: number, limit = pruneLimit): Promise<Pruned> {
  return db.$transaction(async (transaction) => {
    const [lock] = await transaction.$queryRaw<
      { got: boolean }[]
    >`SELECT pg_try_advisory_xact_lock(${pruneLock}) AS got`;
    if (!lock?.got) return { locked: false, runs: 0 };
    const old = await transaction.$queryRaw<{ id: string; version_id: string }[]>`
      SELECT id::text AS id, version_id::text AS version_id FROM run
      WHERE created_at < now() - ${keepMs}::float8 * interval '1 ms' AND finished_at < now() - ${keepMs}::float8 * interval '1 ms'
        AND status IN ('succeeded', 'failed', 'cancelled')
      ORDER BY created_at, id
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED`;
    if (old.length === 0) return { locked: true, runs: 0 };
    const ids = old.map(({ id }) => id);
    await transaction.$executeRaw`DELETE FROM step_execution WHERE run_id = ANY (${ids}::uuid[])`;
    await transaction.$executeRaw`DELETE FROM run WHERE id = ANY (${ids}::uuid[])`;
    await transaction.$executeRaw`
      DELETE FROM workflow_version AS version
      WHERE id = ANY (${[...new Set(old.map(({ version_id }) => version_id))]}::uuid[]) AND kind = 'test'
        AND NOT EXISTS (SELECT FROM run WHERE run.version_id = version.id)`;
    return { locked: true, runs: ids.length };
  });
}

/** Removes frozen copies whose test run was never started, because the process died between the two. */
export async function pruneAbandonedVersions(db: Database, limit = pruneLimit): Promise<number> {
  return db.$executeRaw`
    DELETE FROM workflow_version WHERE id IN (
      SELECT id FROM workflow_version AS version
      WHERE kind = 'test' AND published_at < now() - ${abandonedVersionMs}::float8 * interval '1 ms'
        AND NOT EXISTS (SELECT FROM run WHERE run.version_id = version.id)
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )`;
}
