import type { z } from "zod";
import { type countRunsInput, runCountLimit, type runCounts } from "@/contracts/runs";
import { runStatuses } from "@/core/state";
import { countRunsByStatus } from "@/db/run-page";
import type { RowContext } from "../context";
import { runConditions } from "./filter";

/**
 * How many runs match in each status: what the list would show, test runs included unless they are filtered out.
 *
 * @throws AppError `not_found` for a malformed workflow id
 */
export async function countRuns(
  context: RowContext,
  input: z.output<typeof countRunsInput>,
): Promise<z.output<typeof runCounts>> {
  const counts = await countRunsByStatus(context.db, runConditions(input), runCountLimit);
  // All of them have a key: the enumeration of the statuses is what was counted by.
  return Object.fromEntries(runStatuses.map((status) => [status, counts.get(status) ?? 0])) as z.output<
    typeof runCounts
  >;
}
