/** The life-cycles of workflow, run and step as tables; drawn in docs/state-machine.md, which a test keeps equal. */

export const workflowStatuses = ["draft", "active", "archived"] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

export const runStatuses = ["pending", "running", "succeeded", "failed", "cancelled"] as const;
export type RunStatus = (typeof runStatuses)[number];

export const stepStatuses = ["pending", "running", "succeeded", "dead", "cancelled", "skipped", "blocked"] as const;
export type StepStatus = (typeof stepStatuses)[number];

interface Transition<Status extends string> {
  from: Status | "new";
  to: Status;
  /** what causes it */
  by: string;
}

export const workflowTransitions: readonly Transition<WorkflowStatus>[] = [
  { from: "new", to: "draft", by: "create" },
  { from: "draft", to: "draft", by: "save" },
  { from: "draft", to: "active", by: "activate" },
  { from: "draft", to: "archived", by: "archive" },
  { from: "active", to: "archived", by: "archive" },
  { from: "archived", to: "draft", by: "restore (was a draft)" },
  { from: "archived", to: "active", by: "restore (was active)" },
];

export const runTransitions: readonly Transition<RunStatus>[] = [
  { from: "new", to: "pending", by: "start" },
  { from: "new", to: "succeeded", by: "start (nothing left to do)" },
  { from: "new", to: "failed", by: "start (an inline step died)" },
  { from: "pending", to: "running", by: "claim, complete, or reap" },
  { from: "pending", to: "succeeded", by: "complete" },
  { from: "pending", to: "failed", by: "complete or reap" },
  { from: "pending", to: "cancelled", by: "cancel" },
  { from: "running", to: "succeeded", by: "complete" },
  { from: "running", to: "failed", by: "complete or reap" },
  { from: "running", to: "cancelled", by: "cancel" },
  { from: "failed", to: "running", by: "retry" },
];

export const stepTransitions: readonly Transition<StepStatus>[] = [
  { from: "new", to: "pending", by: "a predecessor completed" },
  { from: "new", to: "running", by: "leased to the worker that completed its predecessor" },
  { from: "new", to: "blocked", by: "a join waits for its other edges" },
  { from: "new", to: "succeeded", by: "inline" },
  { from: "new", to: "dead", by: "inline" },
  { from: "new", to: "skipped", by: "not taken, and a join lies below" },
  { from: "blocked", to: "pending", by: "the join's edges are decided" },
  { from: "pending", to: "running", by: "claim" },
  { from: "running", to: "succeeded", by: "done" },
  { from: "running", to: "pending", by: "retry, wait, give back, or reap" },
  { from: "running", to: "dead", by: "dead, attempts used up, or reap" },
  { from: "running", to: "skipped", by: "skip" },
  { from: "pending", to: "cancelled", by: "cancel" },
  { from: "running", to: "cancelled", by: "cancel" },
  { from: "blocked", to: "cancelled", by: "cancel" },
  { from: "dead", to: "pending", by: "retry of the run" },
];

/** Statuses in which a step still has something to do; a run's `open_steps` counts just these. */
export const openStepStatuses = ["pending", "running"] as const satisfies readonly StepStatus[];

const finishedRunStatuses: readonly RunStatus[] = ["succeeded", "failed", "cancelled"];

export function isFinishedRun(status: RunStatus): boolean {
  return finishedRunStatuses.includes(status);
}
