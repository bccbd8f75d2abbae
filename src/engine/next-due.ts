import { runStatement } from "@/db/run-statement";
import { Prisma } from "@/generated/prisma/client";
import type { EngineContext } from "./context";

/** Milliseconds until the next pending step is due, by the database's clock; undefined when none is pending. */
export async function nextDueMs(engine: Pick<EngineContext, "db">): Promise<number | undefined> {
  // Without the outer condition greatest() would make 0, "now", of an empty queue: it ignores NULL.
  const [row] = await runStatement<{ due_ms: number }>(
    engine.db,
    Prisma.sql`
    SELECT greatest(0, extract(epoch FROM next.due_at - now()) * 1000)::float8 AS due_ms
    FROM (SELECT min(next_retry_at) AS due_at FROM step_execution WHERE status = 'pending') AS next
    WHERE next.due_at IS NOT NULL`,
  );
  return row?.due_ms;
}
