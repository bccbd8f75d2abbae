import { type TimeRange, timeWindow } from "@/core/time-range";
import type { DeadStepConditions } from "@/db/dead-step-filter";
import { requireUuid } from "../ids";

interface DeadLetterFilter {
  workflow_id?: string | undefined;
  node_id?: string | undefined;
  error_key?: string | undefined;
  died_within?: TimeRange | undefined;
}

/**
 * The conditions of a filter, for the database.
 *
 * @throws AppError `not_found` for a malformed workflow id
 */
export function deadStepConditions({
  workflow_id,
  node_id,
  error_key,
  died_within,
}: DeadLetterFilter): DeadStepConditions {
  return {
    workflowId: workflow_id === undefined ? undefined : requireUuid("workflow", workflow_id),
    nodeId: node_id,
    errorKey: error_key,
    diedFrom: died_within && new Date(timeWindow(died_within, Date.now()).from),
  };
}
