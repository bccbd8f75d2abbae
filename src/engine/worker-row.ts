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

export async function touchWorker(db: Database, worker: WorkerIdentity, draining: boolean): Promise<void> {
  const touched = await db.$executeRaw`
    UPDATE worker SET last_seen_at = date_trunc('milliseconds', now()), draining = ${draining} WHERE id = ${worker.id}::uuid`;
  if (touched === 0) await registerWorker(db, worker);
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
