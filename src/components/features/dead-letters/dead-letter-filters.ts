import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { timeRanges } from "@/core/time-range";

/** What the page shows stands in its address, so that it can be kept, shared and gone back to. */
export const deadLetterFilters = {
  /** a workflow's id */
  workflow: parseAsString,
  within: parseAsStringLiteral(timeRanges),
};

export const loadDeadLetterFilters = createLoader(deadLetterFilters);

export type DeadLetterFilters = Awaited<ReturnType<typeof loadDeadLetterFilters>>;

/** The query of the page; server and browser must ask the same, or the page loads twice. */
export function deadLetterGroupsInput({ workflow, within }: DeadLetterFilters) {
  return { limit: 25, ...(workflow && { workflow_id: workflow }), ...(within && { died_within: within }) };
}
