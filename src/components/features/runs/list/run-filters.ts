import { createLoader, parseAsIsoDateTime, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { triggerTypes } from "@/contracts/run-filter";
import { runStatuses } from "@/core/state";
import { timeRanges } from "@/core/time-range";

/** Triggers by which runs can be listed. */
export const triggerChoices = ["not_test", ...triggerTypes] as const;

/** What the list shows stands in its address, so that it can be kept, shared and gone back to. */
export const runFilters = {
  status: parseAsStringLiteral(runStatuses),
  /** a workflow's id */
  workflow: parseAsString,
  trigger: parseAsStringLiteral(triggerChoices),
  within: parseAsStringLiteral(timeRanges),
  /** of its own time: from this moment on, until before that one */
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
  /** a whole id, or its end */
  id: parseAsString,
};

export const loadRunFilters = createLoader(runFilters);

export type RunFilters = Awaited<ReturnType<typeof loadRunFilters>>;

/** The conditions of the list, of its counts, and of what is done to all of its runs. */
export function runFilterInput({ status, workflow, trigger, within, from, to, id }: RunFilters) {
  return {
    ...(status && { status }),
    ...(workflow && { workflow_id: workflow }),
    ...(trigger && { trigger_type: trigger }),
    ...(within && { created_within: within }),
    ...(from && { created_after: from.toISOString() }),
    ...(to && { created_before: to.toISOString() }),
    ...(id && { id }),
  };
}

export function isFiltered(filters: RunFilters): boolean {
  return Object.values(filters).some((value) => value !== null);
}

/** The queries of the page; server and browser must ask the same, or the page loads twice. */
export function runListInput(filters: RunFilters) {
  return { limit: 50, ...runFilterInput(filters) };
}

export function runCountsInput(filters: RunFilters) {
  const { status: _, ...conditions } = runFilterInput(filters);
  return conditions;
}

/** The query of a workflow page's short list. */
export function recentRunsInput(workflowId: string) {
  return { workflow_id: workflowId, limit: 5 };
}
