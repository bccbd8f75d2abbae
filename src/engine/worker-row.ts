import type { Database } from "@/db/types";

export interface WorkerIdentity {
  id: string;
  host: string;
  pid: number;
  version: string;
}

/** Makes a worker visible; written again if its row was removed meanwhile. */
export async function registerWorker(db: Database, worker: WorkerIdentity): Promise<void> {
  await db.$executeRaw`
    INSERT INTO worker (id, host, pid, version) VALUES (${worker.id}::uuid, ${worker.host}, ${worker.pid}, ${worker.version})
    ON CONFLICT (id) DO UPDATE SET last_seen_at = date_trunc('milliseconds', now())`;
}

/** @returns for how long the worker had been silent, in milliseconds by the database's clock */
export async function touchWorker(db: Database, worker: WorkerIdentity, draining: boolean): Promise<number> {
  const [touched] = await db.$queryRaw<{ silent_ms: number }[]>`
    UPDATE worker SET last_seen_at = date_trunc('milliseconds', now()), draining = ${draining}
    FROM (SELECT id, last_seen_at FROM worker WHERE id = ${worker.id}::uuid) AS before
    WHERE worker.id = before.id
    RETURNING (extract(epoch FROM now() - before.last_seen_at) * 1000)::float8 AS silent_ms`;
  if (touched) return touched.silent_ms;
  await registerWorker(db, worker);
  return Number.POSITIVE_INFINITY;
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
