import type { EdgeState } from "@/components/graph/graph-types";
import type { Graph, GraphEdge } from "@/components/graph/read-graph";
import type { Status } from "@/components/ui/status";
import type { Run, Step } from "@/contracts/runs";
import { isJsonObject, type JsonText } from "@/core/json";
import { isFinishedRun } from "@/core/state";

/** A step's status as a person understands it: a pending step that is not due yet waits, or is about to be tried again. */
export function shownStatus(step: Step, now: number): Status {
  if (step.status !== "pending" || step.next_retry_at === null || Date.parse(step.next_retry_at) <= now)
    return step.status;
  return step.attempts.some(({ error }) => error !== null) ? "retrying" : "waiting";
}

/** The first step that used up its attempts: the one to look at. */
export function firstDeadStep(steps: readonly Step[]): Step | undefined {
  return steps.find(({ status }) => status === "dead");
}

export interface RunGraph {
  statuses: Map<string, Status>;
  edgeStates: Map<string, EdgeState>;
}

/** What a run made of its graph, also of the nodes that have no step: they were not taken, or not reached (yet). */
export function runGraph(graph: Graph, run: Run, now: number): RunGraph {
  const steps = new Map(run.steps.map((step) => [step.node_id, step]));
  const reachable = reachableFromOpenSteps(graph, steps);
  const statuses = new Map<string, Status>();
  for (const { id } of graph.nodes) {
    const step = steps.get(id);
    if (step) statuses.set(id, shownStatus(step, now));
    else statuses.set(id, reachable.has(id) ? "not_reached" : "not_taken");
  }
  const edgeStates = new Map(graph.edges.map((edge) => [edge.id, edgeState(edge, steps, statuses, run)]));
  return { statuses, edgeStates };
}

/** All nodes below a step that has not succeeded: they could still be reached, now or after a retry. */
function reachableFromOpenSteps({ edges }: Graph, steps: ReadonlyMap<string, Step>): Set<string> {
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) targets.set(source, [...(targets.get(source) ?? []), target]);
  const isOpen = ({ status }: Step) => status !== "succeeded" && status !== "skipped";
  const queue = [...steps.values()].filter(isOpen).map(({ node_id }) => node_id);
  const reached = new Set<string>();
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const target of targets.get(id) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      queue.push(target);
    }
  }
  return reached;
}

function edgeState(
  edge: GraphEdge,
  steps: ReadonlyMap<string, Step>,
  statuses: ReadonlyMap<string, Status>,
  run: Run,
): EdgeState {
  const source = steps.get(edge.source);
  if (source?.status === "succeeded") {
    return edge.branch === undefined || edge.branch === chosenBranch(source.output) ? "taken" : "not_taken";
  }
  const isDecided =
    isFinishedRun(run.status) || source?.status === "skipped" || statuses.get(edge.source) === "not_taken";
  return isDecided ? "not_taken" : "open";
}

/** A condition's output is `{ result }`; its edges are named after it. */
function chosenBranch(output: JsonText | null): string | undefined {
  const value = output?.parse();
  return isJsonObject(value) && typeof value.result === "boolean" ? String(value.result) : undefined;
}
