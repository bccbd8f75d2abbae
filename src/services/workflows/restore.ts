import type { Workflow } from "@/contracts/workflows";
import { AppError, notFound } from "@/core/errors";
import { lockWorkflow } from "@/db/lock-workflow";
import { readWorkflowDocument } from "@/db/workflow-document";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { presentWorkflow } from "./present";

/**
 * Returns an archived workflow to its former status: active if it was ever activated, else draft.
 *
 * @throws AppError `not_found`, `conflict` when it is not archived
 */
export async function restoreWorkflow(context: RowContext, input: { id: string }): Promise<Workflow> {
  const id = requireUuid("workflow", input.id);
  const document = await context.db.$transaction(async (transaction) => {
    const locked = await lockWorkflow(transaction, id);
    if (!locked) throw notFound("workflow", input.id);
    if (locked.status !== "archived") throw notArchived(locked.status);
    const published = await transaction.workflowVersion.count({
      where: { workflowId: id, kind: "normal", publishedAt: { not: null } },
    });
    await transaction.workflow.update({
      where: { id },
      data: { status: published > 0 ? "active" : "draft", actor: context.actor },
    });
    return readWorkflowDocument(transaction, id);
  });
  if (!document) throw notFound("workflow", input.id);
  return presentWorkflow(document);
}

function notArchived(status: string): AppError {
  return new AppError("conflict", `Only an archived workflow can be restored; this one is ${status}.`, { status });
}
