import type { Workflow } from "@/contracts/workflows";
import { AppError, notFound } from "@/core/errors";
import { lockWorkflow } from "@/db/lock-workflow";
import type { Transaction } from "@/db/types";
import { readWorkflowDocument } from "@/db/workflow-document";
import { publishDraft } from "@/db/workflow-drafts";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { requireRunnable } from "./check-definition";
import { presentWorkflow } from "./present";
import { notDraft } from "./refusals";

/**
 * Freezes the draft and lets the workflow be triggered; there is no way back. Of several activations at once the
 * workflow's row lock lets one through, and a save that comes in between is either in the frozen version or refused.
 *
 * @throws AppError `not_found`, `already_active`, `not_draft`, `validation_error`, `cycle_detected`
 */
export async function activateWorkflow(context: RowContext, input: { id: string }): Promise<Workflow> {
  const id = requireUuid("workflow", input.id);
  const document = await context.db.$transaction(async (transaction) => {
    const locked = await lockWorkflow(transaction, id);
    if (!locked) throw notFound("workflow", input.id);
    if (locked.status === "active") throw new AppError("already_active", "The workflow is active already.");
    if (locked.status !== "draft") throw notDraft(locked.status, "activated");
    await publish(context, transaction, id);
    return readWorkflowDocument(transaction, id);
  });
  if (!document) throw notFound("workflow", input.id);
  return presentWorkflow(document);
}

async function publish(context: RowContext, transaction: Transaction, id: string): Promise<void> {
  const draft = await readWorkflowDocument(transaction, id);
  if (!draft) throw notFound("workflow", id);
  requireRunnable(draft.definition, "activated");
  const published = await publishDraft(transaction, { id: draft.versionId, actor: context.actor });
  if (!published) throw new AppError("already_active", "The workflow's newest version is published already.");
  await transaction.workflow.update({ where: { id }, data: { status: "active", actor: context.actor } });
}
