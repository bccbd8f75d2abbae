import { AppError } from "@/core/errors";
import type { WorkflowStatus } from "@/core/state";

/** The refusal of what only a draft allows. */
export function notDraft(status: WorkflowStatus, participle: string): AppError {
  const advice =
    status === "archived"
      ? "Restore it first, or save a copy as a new workflow."
      : "An active workflow's definition is frozen; save a copy as a new workflow.";
  return new AppError("not_draft", `Only a draft can be ${participle}; this workflow is ${status}. ${advice}`, {
    status,
  });
}
