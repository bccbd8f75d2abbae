import type { EngineContext } from "./context";

/**
 * Retries a failed run: its dead steps go back to the queue with all their attempts; what succeeded is not executed
 * again, and version and dedup keys stay. Of several retries at once the run's row lock lets one through.
 *
 * @returns false when the run is not failed, or has no dead step
 */
export async function retryRun(engine: EngineContext, request: { runId: string; actor: string }): Promise<boolean> {
  const rows = await engine.db.$queryRaw<{ id: string }[]>`
    WITH locked_run AS (
      SELECT id FROM run WHERE id = ${request.runId}::uuid AND (status = 'failed') IS TRUE FOR NO KEY UPDATE
    ),
    retried AS (
      UPDATE step_execution AS step
      SET status = 'pending', attempt = 0, next_retry_at = date_trunc('milliseconds', now()), error = NULL,
        started_at = NULL, finished_at = NULL
      FROM locked_run
      WHERE step.run_id = locked_run.id AND (step.status = 'dead') IS TRUE
      RETURNING step.id, step.node_id
    ),
    counted AS (
      SELECT count(*)::int AS steps, jsonb_agg(node_id ORDER BY id) AS nodes FROM retried
    ),
    updated_run AS (
      UPDATE run
      SET status = 'running', open_steps = run.open_steps + counted.steps, dead_steps = run.dead_steps - counted.steps,
        error = NULL, finished_at = NULL
      FROM locked_run, counted
      WHERE run.id = locked_run.id AND counted.steps > 0
      RETURNING run.id
    ),
    event AS (
      INSERT INTO run_event (run_id, type, actor, data)
      SELECT updated_run.id, 'retry', ${request.actor}, jsonb_build_object('nodes', counted.nodes) FROM updated_run, counted
    )
    SELECT id FROM updated_run`;
  const won = rows.length > 0;
  if (won) engine.wake.notify();
  return won;
}
