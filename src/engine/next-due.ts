import type { EngineContext } from "./context";

/** Milliseconds until the next pending step is due, by the database's clock; undefined when none is pending. */
export async function nextDueMs(engine: Pick<EngineContext, "db">): Promise<number | undefined> {
  const [row] = await engine.db.$queryRaw<{ due_ms: number | null }[]>`
    SELECT greatest(0, extract(epoch FROM min(next_retry_at) - now()) * 1000)::float8 AS due_ms
    FROM step_execution WHERE status = 'pending'`;
  return row?.due_ms ?? undefined;
}
