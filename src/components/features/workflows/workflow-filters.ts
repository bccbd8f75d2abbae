import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { workflowStatuses } from "@/core/state";

/** What the list shows stands in its address, so that it can be kept, shared and gone back to. */
export const workflowFilters = { status: parseAsStringLiteral(workflowStatuses) };

export const loadWorkflowFilters = createLoader(workflowFilters);

/** The query of a list; server and browser must ask the same, or the page loads twice. */
export function workflowListInput(filters: { status: (typeof workflowStatuses)[number] | null }) {
  return { limit: 50, ...(filters.status && { status: filters.status }) };
}
