import type { StepOverview } from "@/contracts/run-view";

/** A step that succeeded at once, but for what a test says. */
export function overviewStep(nodeId: string, change: Partial<StepOverview> = {}): StepOverview {
  return {
    id: nodeId,
    node_id: nodeId,
    node_type: "log",
    name: null,
    status: "succeeded",
    attempt: 1,
    max_attempts: 3,
    next_retry_at: null,
    dedup_key: `run-r:node-${nodeId}`,
    branch: null,
    error: null,
    started_at: null,
    finished_at: null,
    attempts: [],
    ...change,
  };
}
