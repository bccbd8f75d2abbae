import type { Workflow } from "@/contracts/workflows";
import { AppError } from "@/core/errors";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { getWorkflow } from "./get";

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
  const workflow = await getWorkflow(context, { id });
  if (count === 0) throw new AppError("conflict", "The workflow is archived already.", { status: workflow.status });
  return workflow;
}
