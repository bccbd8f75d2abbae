import type { Workflow } from "@/contracts/workflows";
import { definitionLimits } from "@/core/definition";
import { notFound } from "@/core/errors";
import { readWorkflowDocument } from "@/db/workflow-document";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { createWorkflow } from "./create";
import { readStoredDefinition } from "./stored-definition";

/**
 * Makes a new draft of a workflow in any status: of the draft as it was saved last, or of the version that is active.
 *
 * @throws AppError `not_found`, `conflict` when the definition is damaged: a copy would be, too
 */
export async function duplicateWorkflow(context: RowContext, input: { id: string }): Promise<Workflow> {
  const document = await readWorkflowDocument(context.db, requireUuid("workflow", input.id));
  if (!document) throw notFound("workflow", input.id);
  const { name, description, definition } = document;
  readStoredDefinition(definition);
  return createWorkflow(context, { name: copyName(name), description, definition });
}

/** The length counts UTF-16 units, as the contract does; half a character at the end would be none that can be stored. */
function copyName(name: string): string {
  const copy = `Copy of ${name}`.slice(0, definitionLimits.nameLength);
  return copy.isWellFormed() ? copy : copy.slice(0, -1);
}
