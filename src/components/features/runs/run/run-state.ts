import type { EdgeState } from "@/components/graph/graph-types";
import type { Graph } from "@/components/graph/read-graph";
import type { Status } from "@/components/ui/status";
import type { StepOverview } from "@/contracts/run-view";
import { runPath } from "@/core/graph/run-path";

/** A step's status as a person understands it: a pending step that is not due yet waits, or is about to be tried again. */
export function shownStatus(step: StepOverview, now: number): Status {
  if (step.status !== "pending" || step.next_retry_at === null || Date.parse(step.next_retry_at) <= now)
    return step.status;
  return step.attempts.some(({ error }) => error !== null) ? "retrying" : "waiting";
}

/** The first step that used up its attempts: the one to look at. */
export function firstDeadStep(steps: readonly StepOverview[]): StepOverview | undefined {
  return steps.find(({ status }) => status === "dead");
}

export interface RunGraph {
  statuses: Map<string, Status>;
  edgeStates: Map<string, EdgeState>;
}

/** What a run made of its graph, also of the nodes that have no step: they were not taken, or not reached (yet). */
export function runGraph(graph: Graph, steps: readonly StepOverview[], now: number): RunGraph {
  const byNode = new Map(steps.map((step) => [step.node_id, step]));
  const path = runPath(graph.nodes, graph.edges, byNode);
  const statuses = new Map<string, Status>();
  for (const { id } of graph.nodes) {
    const step = byNode.get(id);
    if (step) statuses.set(id, shownStatus(step, now));
    else statuses.set(id, path.nodes.get(id)?.kind === "not_taken" ? "not_taken" : "not_reached");
  }
  return { statuses, edgeStates: new Map(graph.edges.map(({ id }, index) => [id, path.edges[index] ?? "open"])) };
}
