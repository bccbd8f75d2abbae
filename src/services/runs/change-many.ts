import type { ChangedRunPage, ChangeRunsInput } from "@/contracts/change-runs";
import type { RunStatus } from "@/core/state";
import { readRunPositions } from "@/db/run-page";
import type { ServiceContext } from "../context";
import { decodeCursor, toPage } from "../page-cursor";
import { changeEach, type RunChange } from "./change-each";
import { runConditions } from "./filter";

/**
 * Changes runs by their ids, or one batch of those that a filter picks. Batches go from the newest run to the oldest, so
 * that runs that start meanwhile, and those of earlier batches, whatever becomes of them, are not met again.
 *
 * @throws AppError `not_found` for a malformed workflow id, `validation_error` for a cursor of elsewhere
 */
export async function changeMany(
  context: ServiceContext,
  input: ChangeRunsInput,
  change: RunChange,
  statuses: readonly RunStatus[],
): Promise<ChangedRunPage> {
  const { ids, filter, limit } = input;
  if (ids || !filter) return { items: await changeEach(context, ids ?? [], change), next_cursor: null };
  const wanted = statuses.filter((status) => filter.status === undefined || filter.status === status);
  const rows = await readRunPositions(context.db, {
    where: { ...runConditions(filter), statuses: wanted },
    after: decodeCursor(input.cursor),
    limit: limit + 1,
  });
  const { items, next_cursor } = toPage(rows, limit, ({ id }) => id);
  return { items: await changeEach(context, items, change), next_cursor };
}
