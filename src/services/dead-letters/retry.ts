import type { z } from "zod";
import type { ChangedRunPage } from "@/contracts/change-runs";
import type { retryDeadLettersInput } from "@/contracts/dead-letters";
import { readDeadStepPositions } from "@/db/dead-step-page";
import type { ServiceContext } from "../context";
import { changeEach } from "../runs/change-each";
import { retryChange } from "../runs/retry-many";
import { decodeStepCursor, toStepPage } from "../step-cursor";
import { deadStepConditions } from "./conditions";

/**
 * Retries the runs of one batch of a group's dead steps, from the latest death to the first, so that what dies meanwhile
 * is not met again. A retry is the run's: its other dead steps are tried again too.
 *
 * @throws AppError `not_found` for a malformed workflow id, `validation_error` for a cursor of elsewhere
 */
export async function retryDeadLetters(
  context: ServiceContext,
  input: z.output<typeof retryDeadLettersInput>,
): Promise<ChangedRunPage> {
  const rows = await readDeadStepPositions(context.db, {
    where: deadStepConditions(input),
    after: decodeStepCursor(input.cursor),
    limit: input.limit + 1,
  });
  const { items, next_cursor } = toStepPage(rows, input.limit, ({ runId }) => runId);
  return { items: await changeEach(context, items, retryChange), next_cursor };
}
