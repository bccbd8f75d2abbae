import type { Database } from "@/db/types";

export interface WorkerIdentity {
  id: string;
  host: string;
  pid: number;
  version: string;
}

/**
 * Makes a worker visible; written again if its row was removed meanwhile.
 *
 * A worker that starts where others have just been seen goes on with their contact: the database was there all the time,
 * so whoever still holds a lease could have extended it. Of several it takes the shortest.
 *
 * @param gapMs who was silent for longer has lost contact
 * @returns for how long there has been contact, in milliseconds by the database's clock
 */
export async function registerWorker(db: Database, worker: WorkerIdentity, gapMs: number): Promise<number> {
  const [row] = await db.$queryRaw<{ contact_ms: number }[]>`
    INSERT INTO worker (id, host, pid, version, contact_since)
    VALUES (${worker.id}::uuid, ${worker.host}, ${worker.pid}, ${worker.version}, coalesce(
      (SELECT max(contact_since) FROM worker WHERE last_seen_at > now() - ${gapMs}::float8 * interval '1 ms'),
      date_trunc('milliseconds', now())))
    ON CONFLICT (id) DO UPDATE SET last_seen_at = date_trunc('milliseconds', now())
    RETURNING (extract(epoch FROM now() - contact_since) * 1000)::float8 AS contact_ms`;
  return row?.contact_ms ?? 0;
}

export interface SignOfLife {
  draining: boolean;
  /** the worker knows that it had lost the database */
  reconnected: boolean;
  /** who was silent for longer has lost contact */
  gapMs: number;
  /** who was silent for longer is gone */
  goneMs: number;
}

/** What there was to see while the sign was given. */
export interface Touched {
  /** for how long the worker had been silent, in milliseconds by the database's clock */
  silentForMs: number;
  /** somebody's lease has expired */
  leasesExpired: boolean;
  /** somebody is gone */
  workersGone: boolean;
}

/** One statement, because an idle worker does little else. */
export async function touchWorker(
  db: Database,
  worker: WorkerIdentity,
  { draining, reconnected, gapMs, goneMs }: SignOfLife,
): Promise<Touched> {
  const [touched] = await db.$queryRaw<{ silent_ms: number; leases_expired: boolean; workers_gone: boolean }[]>`
    UPDATE worker SET last_seen_at = date_trunc('milliseconds', now()), draining = ${draining},
      contact_since = CASE
        WHEN ${reconnected} OR before.last_seen_at <= now() - ${gapMs}::float8 * interval '1 ms' THEN date_trunc('milliseconds', now())
        ELSE worker.contact_since
      END
    FROM (SELECT id, last_seen_at FROM worker WHERE id = ${worker.id}::uuid) AS before
    WHERE worker.id = before.id
    RETURNING (extract(epoch FROM now() - before.last_seen_at) * 1000)::float8 AS silent_ms,
      EXISTS (SELECT FROM step_execution WHERE status = 'running' AND lease_expires_at < now()) AS leases_expired,
      EXISTS (SELECT FROM worker WHERE last_seen_at < now() - ${goneMs}::float8 * interval '1 ms') AS workers_gone`;
  if (touched) {
    const { silent_ms, leases_expired, workers_gone } = touched;
    return { silentForMs: silent_ms, leasesExpired: leases_expired, workersGone: workers_gone };
  }
  await registerWorker(db, worker, gapMs);
  return { silentForMs: Number.POSITIVE_INFINITY, leasesExpired: true, workersGone: true };
}

export async function removeWorker(db: Database, workerId: string): Promise<void> {
  await db.$executeRaw`DELETE FROM worker WHERE id = ${workerId}::uuid`;
}

/** Removes rows of workers that were killed: none of them holds a lease any more. */
export async function removeSilentWorkers(db: Database, silentMs: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM worker
    WHERE last_seen_at < now() - ${silentMs}::float8 * interval '1 ms'
      AND NOT EXISTS (SELECT FROM step_execution WHERE status = 'running' AND locked_by = worker.id)`;
}
