import type { QueueStatus, WorkerStatus } from "@/contracts/dashboard";
import { readWorkers, silentAfterMs, type WorkerStatus as WorkerRow } from "@/db/workers";
import { readQueueStats } from "@/engine/queue-stats";
import type { RowContext } from "../context";
import { isoTime } from "../times";

/** The queue and its workers, now. */
export async function getQueueStatus({ db }: Pick<RowContext, "db">): Promise<QueueStatus> {
  const [queue, workers] = await Promise.all([readQueueStats(db), readWorkers(db)]);
  return {
    due: queue.due,
    scheduled: queue.scheduled,
    running: queue.running,
    blocked: queue.blocked,
    dead: queue.dead,
    expired_leases: queue.expiredLeases,
    oldest_due_seconds: queue.oldestDueSeconds,
    workers: workers.map(presentWorker),
  };
}

function presentWorker(worker: WorkerRow): WorkerStatus {
  const { id, host, pid, version, startedAt, lastSeenAt, silentMs, draining, running } = worker;
  const state = silentMs > silentAfterMs ? "silent" : draining ? "draining" : "alive";
  return {
    id,
    host,
    pid,
    version,
    started_at: isoTime(startedAt),
    last_seen_at: isoTime(lastSeenAt),
    state,
    running,
  };
}
