import type { Workflow } from "@/contracts/workflows";
import { notFound } from "@/core/errors";
import { readWorkflowDocument } from "@/db/workflow-document";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { presentWorkflow } from "./present";
import { readStoredDefinition } from "./stored-definition";

/** @throws AppError `not_found`, `conflict` when the definition is damaged: shown as empty, the next save would make it so */
export async function getWorkflow(context: RowContext, input: { id: string }): Promise<Workflow> {
  const id = requireUuid("workflow", input.id);
  const document = await readWorkflowDocument(context.db, id);
  if (!document) throw notFound("workflow", input.id);
  readStoredDefinition(document.definition);
  return presentWorkflow(document);
}
