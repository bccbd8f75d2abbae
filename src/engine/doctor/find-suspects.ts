import type { Database } from "@/db/types";
import { Prisma } from "@/generated/prisma/client";
import type { RunCheck } from "./check";

/**
 * One pass over some runs and their steps for all checks that a single row can break. A healthy database is done with
 * most of them in this one statement.
 *
 * @returns the names of those that have something to find
 */
export async function findSuspects(
  db: Database,
  checks: readonly RunCheck[],
  runs: Prisma.Sql,
): Promise<ReadonlySet<string>> {
  const columns = checks.flatMap(({ name, brokenRow }) =>
    brokenRow ? [Prisma.sql`CASE WHEN bool_or(${brokenRow}) THEN ${name} END`] : [],
  );
  // Of a run without steps its own columns are judged all the same.
  const [row] = await db.$queryRaw<{ names: string[] }[]>`
    SELECT array_remove(ARRAY[${Prisma.join(columns)}]::text[], NULL) AS names
    FROM ${runs} LEFT JOIN step_execution AS step ON step.run_id = run.id`;
  return new Set(row?.names);
}
