import type { Workflow, WorkflowSummary } from "@/contracts/workflows";
import { isJsonObject, type Json, JsonError, JsonText, stringifyJson } from "@/core/json";
import type { WorkflowDocument } from "@/db/workflow-document";
import { isoTime } from "../times";

type SummarySource = Pick<
  WorkflowDocument,
  "id" | "name" | "description" | "status" | "createdAt" | "updatedAt" | "versionNumber"
>;

export function presentWorkflowSummary(source: SummarySource): WorkflowSummary {
  return {
    id: source.id,
    name: source.name,
    description: source.description,
    status: source.status,
    version: source.versionNumber,
    created_at: isoTime(source.createdAt),
    updated_at: isoTime(source.updatedAt),
  };
}

/** A damaged definition is shown as empty: whoever archives such a workflow must get an answer. */
export function presentWorkflow(document: WorkflowDocument): Workflow {
  const { nodes, edges } = graphOf(document.definition);
  return {
    ...presentWorkflowSummary(document),
    nodes: new JsonText(stringifyJson(nodes)),
    edges: new JsonText(stringifyJson(edges)),
  };
}

function graphOf(stored: JsonText): { nodes: Json; edges: Json } {
  try {
    const definition = stored.parse();
    if (isJsonObject(definition) && Array.isArray(definition.nodes) && Array.isArray(definition.edges)) {
      return { nodes: definition.nodes, edges: definition.edges };
    }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  return { nodes: [], edges: [] };
}
