import { documentFormat, documentVersion, type WorkflowFile } from "@/contracts/workflow-documents";
import { notFound } from "@/core/errors";
import { secretReferences } from "@/core/graph/secret-references";
import { readWorkflowDocument } from "@/db/workflow-document";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { presentWorkflow } from "./present";
import { readStoredDefinition } from "./stored-definition";

/**
 * A workflow in any status as a file that can be imported elsewhere. Secrets are in it as the references that its nodes
 * hold.
 *
 * @throws AppError `not_found`, `conflict` when the definition is damaged: a file of an empty workflow is no backup
 */
export async function exportWorkflow(context: RowContext, input: { id: string }): Promise<WorkflowFile> {
  const document = await readWorkflowDocument(context.db, requireUuid("workflow", input.id));
  if (!document) throw notFound("workflow", input.id);
  const references = secretReferences(readStoredDefinition(document.definition));
  const { name, description, nodes, edges } = presentWorkflow(document);
  return {
    format: documentFormat,
    format_version: documentVersion,
    name,
    description,
    nodes,
    edges,
    secrets: [...new Set(references.map(({ key }) => key))].sort(),
  };
}
