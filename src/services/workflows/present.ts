import type { Workflow, WorkflowSummary } from "@/contracts/workflows";
import { isJsonObject, JsonText, stringifyJson } from "@/core/json";
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

export function presentWorkflow(document: WorkflowDocument): Workflow {
  const definition = document.definition.parse();
  const { nodes = [], edges = [] } = isJsonObject(definition) ? definition : {};
  return {
    ...presentWorkflowSummary(document),
    nodes: new JsonText(stringifyJson(nodes)),
    edges: new JsonText(stringifyJson(edges)),
  };
}
