import type { Workflow } from "@/contracts/workflows";
import { AppError, notFound } from "@/core/errors";
import { lockWorkflow } from "@/db/lock-workflow";
import { readWorkflowDocument } from "@/db/workflow-document";
import { replaceDraft } from "@/db/workflow-drafts";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { isoTime } from "../times";
import { type CheckedSave, checkSaveRequest } from "./check-save-request";
import { createWorkflow } from "./create";
import { presentWorkflow } from "./present";
import { notDraft } from "./refusals";

export interface SavedWorkflow {
  workflow: Workflow;
  created: boolean;
}

/**
 * Creates a draft, or replaces the one that `id` names.
 *
 * @param request as it came: the name and the graph are checked together, so that every problem is told at once
 * @throws AppError `validation_error`, `cycle_detected`, `not_found`, `not_draft`, `stale_update`
 */
export async function saveWorkflow(context: RowContext, request: unknown): Promise<SavedWorkflow> {
  const input = checkSaveRequest(request);
  if (input.id === undefined) return { workflow: await createWorkflow(context, input), created: true };
  return { workflow: await updateDraft(context, input.id, input), created: false };
}

type DraftUpdate = Omit<CheckedSave, "id">;

async function updateDraft(context: RowContext, givenId: string, input: DraftUpdate): Promise<Workflow> {
  const id = requireUuid("workflow", givenId);
  const document = await context.db.$transaction(async (transaction) => {
    const locked = await lockWorkflow(transaction, id);
    if (!locked) throw notFound("workflow", givenId);
    if (locked.status !== "draft") throw notDraft(locked.status, "saved");
    if (input.expectedUpdatedAt && input.expectedUpdatedAt.getTime() !== locked.updatedAt.getTime()) {
      throw staleUpdate(input.expectedUpdatedAt, locked.updatedAt);
    }
    await replaceDraft(transaction, { workflowId: id, definition: input.definition, actor: context.actor });
    await transaction.workflow.update({
      where: { id },
      data: {
        name: input.name,
        actor: context.actor,
        ...(input.description === undefined ? {} : { description: input.description }),
      },
    });
    return readWorkflowDocument(transaction, id);
  });
  if (!document) throw notFound("workflow", givenId);
  return presentWorkflow(document);
}

function staleUpdate(expected: Date, current: Date): AppError {
  const details = { expected_updated_at: isoTime(expected), updated_at: isoTime(current) };
  return new AppError(
    "stale_update",
    `The workflow was changed at ${details.updated_at}, after the version of ${details.expected_updated_at} that this change is based on. ` +
      "Load it again, then repeat the change.",
    details,
  );
}
