import type { z } from "zod";
import type { DeadLetter, listDeadLettersInput } from "@/contracts/dead-letters";
import { readDeadStepPage } from "@/db/dead-step-page";
import type { RowContext } from "../context";
import { decodeStepCursor, toStepPage } from "../step-cursor";
import { deadStepConditions } from "./conditions";
import { presentDeadStep } from "./present";

/**
 * Dead steps, the latest first: the dead-letter queue.
 *
 * @throws AppError `not_found` for a malformed workflow id, `validation_error` for a cursor of elsewhere
 */
export async function listDeadLetters(
  context: RowContext,
  input: z.output<typeof listDeadLettersInput>,
): Promise<{ items: DeadLetter[]; next_cursor: string | null }> {
  const rows = await readDeadStepPage(context.db, {
    where: { ...deadStepConditions(input), runStatus: input.status },
    after: decodeStepCursor(input.cursor),
    limit: input.limit + 1,
  });
  return toStepPage(rows, input.limit, presentDeadStep);
}
