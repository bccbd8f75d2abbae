import type { EngineContext } from "./context";

/**
 * Shows runs whose first step was claimed as `running`. A statement of its own after the claim, which takes no run
 * lock; a crash in between is harmless, since completing a step does the same.
 */
export async function markRunning(engine: Pick<EngineContext, "db">, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await engine.db.$executeRaw`
    UPDATE run SET status = 'running', started_at = coalesce(run.started_at, now())
    FROM (
      SELECT id FROM run WHERE id = ANY (${[...new Set(runIds)]}::uuid[]) AND (status = 'pending') IS TRUE
      ORDER BY id FOR NO KEY UPDATE
    ) AS locked
    WHERE run.id = locked.id`;
}
