import type { RunFilter } from "@/contracts/run-filter";
import { timeWindow } from "@/core/time-range";
import type { RunConditions } from "@/db/run-filter";
import { isUuid, requireUuid } from "../ids";

/**
 * The conditions of a filter, for the database.
 *
 * @throws AppError `not_found` for a malformed workflow id
 */
export function runConditions(filter: RunFilter): RunConditions {
  const { id, workflow_id, status, trigger_type, created_before } = filter;
  const ids = id?.toLowerCase().split(",");
  return {
    ...(ids?.every(isUuid) ? { ids } : { idEnding: ids?.[0] }),
    workflowId: workflow_id === undefined ? undefined : requireUuid("workflow", workflow_id),
    statuses: status && [status],
    ...(trigger_type === "not_test" ? { excludedTriggerType: "test" } : { triggerType: trigger_type }),
    createdFrom: createdFrom(filter),
    createdBefore: created_before === undefined ? undefined : new Date(created_before),
  };
}

/** The later of two beginnings: both conditions hold. */
function createdFrom({ created_after, created_within }: RunFilter): Date | undefined {
  const starts = [
    ...(created_after === undefined ? [] : [Date.parse(created_after)]),
    ...(created_within === undefined ? [] : [timeWindow(created_within, Date.now()).from]),
  ];
  return starts.length === 0 ? undefined : new Date(Math.max(...starts));
}
