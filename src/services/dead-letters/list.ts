import { z } from "zod";
import type { DeadLetter, listDeadLettersInput } from "@/contracts/dead-letters";
import { type DeadStepRow, readDeadStepPage } from "@/db/dead-step-page";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { decodeStepCursor, encodeStepCursor } from "../step-cursor";
import { isoTime } from "../times";

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
    workflowId: input.workflow_id === undefined ? undefined : requireUuid("workflow", input.workflow_id),
    runStatus: input.status,
    after: decodeStepCursor(input.cursor),
    limit: input.limit + 1,
  });
  const shown = rows.slice(0, input.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(presentDeadStep),
    next_cursor: rows.length > input.limit && last ? encodeStepCursor(last) : null,
  };
}

const storedError = z.object({ code: z.string(), message: z.string() });

function presentDeadStep(row: DeadStepRow): DeadLetter {
  return {
    id: String(row.id),
    run_id: row.runId,
    run_status: row.runStatus,
    workflow_id: row.workflowId,
    workflow_name: row.workflowName,
    version: row.version,
    node_id: row.nodeId,
    node_type: row.nodeType,
    attempt: row.attempt,
    max_attempts: row.maxAttempts,
    error: storedError.parse(JSON.parse(row.error)),
    finished_at: isoTime(row.finishedAt),
  };
}
