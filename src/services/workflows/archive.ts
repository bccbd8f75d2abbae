import type { Workflow } from "@/contracts/workflows";
import { AppError, notFound } from "@/core/errors";
import { readWorkflowDocument } from "@/db/workflow-document";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { presentWorkflow } from "./present";

/**
 * Takes a workflow out of use. Runs in flight finish and failed ones may be retried.
 *
 * @throws AppError `not_found`, `conflict` when it is archived already
 */
export async function archiveWorkflow(context: RowContext, input: { id: string }): Promise<Workflow> {
  const id = requireUuid("workflow", input.id);
  const { count } = await context.db.workflow.updateMany({
    where: { id, status: { in: ["draft", "active"] } },
    data: { status: "archived", actor: context.actor },
  });
  const document = await readWorkflowDocument(context.db, id);
  if (!document) throw notFound("workflow", input.id);
  if (count === 0) throw new AppError("conflict", "The workflow is archived already.", { status: document.status });
  return presentWorkflow(document);
}
