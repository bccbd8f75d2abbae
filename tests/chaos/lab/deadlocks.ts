import type { Database } from "@/db/types";

/**
 * Statements that PostgreSQL broke off because they waited for each other in a circle. The product sends them again, so
 * that nothing is lost by them; but its lock order promises that there are none.
 */
export async function deadlocks(db: Database): Promise<string[]> {
  const [row] = await db.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return (row?.deadlocks ?? 0) > 0 ? [`${row?.deadlocks} deadlocks`] : [];
}
