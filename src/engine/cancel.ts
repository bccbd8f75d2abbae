import type { EngineContext } from "./context";

/**
 * Cancels an unfinished run and all its unfinished steps, with or without a worker alive; results that come later are
 * refused by the fence.
 *
 * Two statements in one transaction: the first locks the run; the second takes a new snapshot, so that it also sees the
 * successors that a completion committed while the first was waiting for that lock. One statement would leave them open.
 *
 * @returns false when the run was finished before
 */
export async function cancelRun(engine: EngineContext, request: { runId: string; actor: string }): Promise<boolean> {
  const won = await engine.db.$transaction(async (transaction) => {
    const cancelled = await transaction.$executeRaw`
      WITH cancelled AS (
        UPDATE run SET status = 'cancelled', open_steps = 0, finished_at = now()
        WHERE id = ${request.runId}::uuid AND (status IN ('pending', 'running')) IS TRUE
        RETURNING id
      )
      INSERT INTO run_event (run_id, type, actor) SELECT id, 'cancel', ${request.actor} FROM cancelled`;
    if (cancelled === 0) return false;
    await transaction.$executeRaw`
      UPDATE step_execution
      SET status = 'cancelled', locked_by = NULL, lease_expires_at = NULL, finished_at = now()
      WHERE run_id = ${request.runId}::uuid AND (status IN ('pending', 'running', 'blocked')) IS TRUE`;
    return true;
  });
  if (won) engine.metrics?.runsFinished("cancelled", 1);
  return won;
}
