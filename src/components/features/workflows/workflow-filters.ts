import { createLoader, debounce, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type WorkflowStatus, workflowStatuses } from "@/core/state";

/** What the list shows stands in its address, so that it can be kept, shared and gone back to. */
export const workflowFilters = {
  status: parseAsStringLiteral(workflowStatuses),
  /** words to look for; each character is no step of its own to go back to */
  q: parseAsString.withDefault("").withOptions({ history: "replace", limitUrlUpdates: debounce(300) }),
};

export const loadWorkflowFilters = createLoader(workflowFilters);

export interface WorkflowFilters {
  status: WorkflowStatus | null;
  q: string;
}

/** The query of a list; server and browser must ask the same, or the page loads twice. */
export function workflowListInput({ status, q }: WorkflowFilters) {
  const search = q.trim().slice(0, 200);
  return { limit: 50, ...(status && { status }), ...(search !== "" && { search }) };
}
