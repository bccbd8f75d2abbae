import { z } from "zod";
import type { DeadLetter } from "@/contracts/dead-letters";
import { jsonOrUndefined } from "@/core/json";
import type { DeadStepRow } from "@/db/dead-step-page";
import { isoTime } from "../times";
import { unreadableError } from "../unreadable-error";

const storedError = z.object({ code: z.string(), message: z.string() });

export function presentDeadStep(row: DeadStepRow): DeadLetter {
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
    error: presentError(row.error),
    error_key: row.errorKey,
    finished_at: isoTime(row.finishedAt),
  };
}

/** One that was damaged by hand must not hide the others. */
function presentError(text: string | null): DeadLetter["error"] {
  const parsed = storedError.safeParse(text === null ? undefined : jsonOrUndefined(text));
  return parsed.success ? parsed.data : unreadableError;
}
