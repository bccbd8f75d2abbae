import { formatJson } from "@/components/json/format-json";
import type { WorkflowFile } from "@/contracts/workflow-documents";

/** An exported workflow as the text of a file that people read and compare; no digit changes. */
export function workflowFileText({ nodes, edges, secrets, ...head }: WorkflowFile): string {
  return `${formatJson({ ...head, nodes: nodes.parse(), edges: edges.parse(), secrets })}\n`;
}

/** `Order intake (v2)` → `order-intake-v2.workflow.json` */
export function workflowFileName(name: string): string {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return `${words.join("-").slice(0, 80) || "workflow"}.workflow.json`;
}
