import type { z } from "zod";
import type { listRunsInput, RunSummary } from "@/contracts/runs";
import { readRunPage } from "@/db/run-page";
import type { RowContext } from "../context";
import { decodeCursor, toPage } from "../page-cursor";
import { runConditions } from "./filter";
import { presentRunSummary } from "./present";

/**
 * Newest first. A workflow that does not exist has no runs.
 *
 * @throws AppError `not_found` for a malformed workflow id, `validation_error` for a cursor of elsewhere
 */
export async function listRuns(
  context: RowContext,
  input: z.output<typeof listRunsInput>,
): Promise<{ items: RunSummary[]; next_cursor: string | null }> {
  const rows = await readRunPage(context.db, {
    where: runConditions(input),
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  });
  return toPage(rows, input.limit, presentRunSummary);
}
