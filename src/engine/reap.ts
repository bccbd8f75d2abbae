import type { EngineContext } from "./context";

export interface Reaped {
  /** steps that go back to the queue */
  requeued: number;
  /** steps whose attempts are used up */
  dead: number;
  /** runs that ended with them */
  failedRuns: number;
}

/** Steps that one statement takes at most. */
export const reapLimit = 100;

/**
 * A step that loses its worker at its second try or later may be what kills it, and those that were lost together would
 * be claimed together again, and die of their neighbour. So each of them comes back at a moment of its own.
 */
const spreadMs = 8_000;

export const workerLostMessage =
  "The worker that ran this step was lost: it stopped, or could not reach the database, before the step was finished.";

/**
 * Takes steps from workers that let their lease expire: back to the queue, or dead once the attempts are used up, so
 * that a step that kills its worker cannot do so for ever.
 *
 * The expired leases are read without a lock, then their runs are locked in id order like everywhere else, then each
 * step is checked again: it may have been finished or extended meanwhile.
 *
 * Nothing is reaped until the server has been up for one lease: after an outage every lease has expired, and the workers
 * that hold them deserve the time to say that they are alive.
 *
 * @param spareSeenMs workers that were seen within so many milliseconds keep even expired leases; 0: none does
 */
export async function reap(
  engine: Pick<EngineContext, "db" | "wake" | "metrics">,
  leaseMs: number,
  spareSeenMs = 0,
): Promise<Reaped> {
  const [row] = await engine.db.$queryRaw<Reaped[]>`
    WITH expired AS (
      SELECT id, run_id, claim_number FROM step_execution
      WHERE status = 'running' AND lease_expires_at < now()
        AND pg_postmaster_start_time() < now() - ${leaseMs}::float8 * interval '1 ms'
        AND (${spareSeenMs}::float8 = 0 OR NOT EXISTS (
          SELECT FROM worker
          WHERE worker.id = step_execution.locked_by AND worker.last_seen_at > now() - ${spareSeenMs}::float8 * interval '1 ms'
        ))
      ORDER BY lease_expires_at
      LIMIT ${reapLimit}
    ),
    locked_run AS (
      SELECT id FROM run
      WHERE id IN (SELECT run_id FROM expired) AND (status IN ('pending', 'running')) IS TRUE
      ORDER BY id
      FOR NO KEY UPDATE
    ),
    reaped AS (
      UPDATE step_execution AS step SET
        status = CASE WHEN step.attempt >= step.max_attempts THEN 'dead' ELSE 'pending' END::step_status,
        error = json_build_object('code', 'worker_lost', 'message', ${workerLostMessage}::text, 'details', null),
        locked_by = NULL,
        lease_expires_at = NULL,
        next_retry_at = date_trunc('milliseconds', now() + CASE
          WHEN step.attempt > 1 THEN random() * ${spreadMs}::float8 * interval '1 ms' ELSE interval '0' END),
        finished_at = CASE WHEN step.attempt >= step.max_attempts THEN now() END
      FROM expired JOIN locked_run ON locked_run.id = expired.run_id
      WHERE step.id = expired.id AND (step.status = 'running') IS TRUE AND step.claim_number = expired.claim_number
        AND step.lease_expires_at < now()
      RETURNING step.id, step.run_id, step.node_id, step.status, step.claim_number, step.attempt, step.started_at, step.error
    ),
    failed_attempt AS (
      INSERT INTO step_attempt (step_id, claim_number, attempt, started_at, finished_at, error)
      SELECT id, claim_number, attempt, started_at, now(), error FROM reaped
    ),
    event AS (
      INSERT INTO run_event (run_id, type, actor, data)
      SELECT run_id, 'worker_lost', 'engine', jsonb_build_object('node_id', node_id, 'attempt', attempt, 'status', status) FROM reaped
    ),
    change AS (
      SELECT run_id, count(*)::int AS dead, (array_agg(node_id ORDER BY id))[1] AS node_id
      FROM reaped WHERE status = 'dead' GROUP BY run_id
    ),
    updated_run AS (
      UPDATE run SET
        open_steps = run.open_steps - change.dead,
        dead_steps = run.dead_steps + change.dead,
        error = coalesce(run.error, json_build_object('node_id', change.node_id, 'code', 'worker_lost', 'message', ${workerLostMessage}::text)),
        started_at = coalesce(run.started_at, now()),
        status = CASE WHEN run.open_steps - change.dead > 0 THEN 'running' ELSE 'failed' END::run_status,
        finished_at = CASE WHEN run.open_steps - change.dead = 0 THEN now() END
      FROM change WHERE run.id = change.run_id
      RETURNING run.status
    )
    SELECT count(*) FILTER (WHERE status = 'pending')::int AS requeued, count(*) FILTER (WHERE status = 'dead')::int AS dead,
      (SELECT count(*)::int FROM updated_run WHERE status = 'failed') AS "failedRuns"
    FROM reaped`;
  if (!row) throw new Error("Reaping answered no row.");
  if (row.requeued > 0) engine.wake.notify();
  if (row.requeued + row.dead > 0) engine.metrics?.workerLost(row.requeued + row.dead);
  if (row.failedRuns > 0) engine.metrics?.runsFinished("failed", row.failedRuns);
  return row;
}
