import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type RunStatus, runStatuses } from "@/core/state";

/** What the list shows stands in its address, so that it can be kept, shared and gone back to. */
export const runFilters = { status: parseAsStringLiteral(runStatuses), workflow: parseAsString };

export const loadRunFilters = createLoader(runFilters);

export interface RunFilters {
  status: RunStatus | null;
  /** a workflow's id */
  workflow: string | null;
}

/** The queries of the page; server and browser must ask the same, or the page loads twice. */
export function runListInput({ status, workflow }: RunFilters) {
  return { limit: 50, ...(status && { status }), ...(workflow && { workflow_id: workflow }) };
}

export function runCountsInput({ workflow }: Pick<RunFilters, "workflow">) {
  return workflow ? { workflow_id: workflow } : {};
}

/** Enough for a list to choose from. */
export const workflowChoicesInput = { limit: 200 };

/** The query of a workflow page's short list. */
export function recentRunsInput(workflowId: string) {
  return { workflow_id: workflowId, limit: 5 };
}
