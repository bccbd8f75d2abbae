import type { StepStatus } from "../state";
import { topologicalOrder } from "./topological-order";

export interface PathNode {
  id: string;
  /** waits until every incoming edge is decided */
  joinsAll: boolean;
}

export interface PathEdge {
  source: string;
  target: string;
  branch?: string | undefined;
}

/** What is known of a step: how it stands, and which branch it chose, if its type has branches. */
export interface PathStep {
  status: StepStatus;
  branch: string | null;
}

/** What became of a node in a run, or can still become of it. Node ids are of those nearest to it. */
export type NodeFate =
  /** succeeded or skipped: the edges behind it are decided */
  | { kind: "ended" }
  /** pending or running */
  | { kind: "open" }
  | { kind: "dead" }
  | { kind: "cancelled" }
  /** every edge to it is decided, and none was taken */
  | { kind: "not_taken" }
  /** `sources` are not done yet; `behind` are the open steps that this comes down to */
  | { kind: "waits"; sources: string[]; behind: string[] }
  /** it can be reached only once the steps `by`, dead or cancelled, are tried again */
  | { kind: "cut_off"; by: string[] };

export type EdgeFate = "taken" | "not_taken" | "open";

export interface RunPath {
  nodes: ReadonlyMap<string, NodeFate>;
  /** by position */
  edges: readonly EdgeFate[];
}

/** As many causes as one wants to read of; it also keeps the walk linear. */
const namedCauses = 5;

/**
 * The way of a run through its graph, also of the nodes that have no step: an edge is decided once its source succeeded,
 * was skipped, or was itself not taken; a dead source decides nothing.
 */
export function runPath(
  nodes: readonly PathNode[],
  edges: readonly PathEdge[],
  steps: ReadonlyMap<string, PathStep>,
): RunPath {
  const fates = new Map<string, NodeFate>();
  const incoming = new Map<string, PathEdge[]>(nodes.map(({ id }) => [id, []]));
  for (const edge of edges) incoming.get(edge.target)?.push(edge);
  const joins = new Map(nodes.map(({ id, joinsAll }) => [id, joinsAll]));
  // Sources come first, so that their fates are known.
  for (const id of topologicalOrder([...incoming.keys()], edges)) {
    const step = steps.get(id);
    const sources = (incoming.get(id) ?? []).filter((edge) => edgeFate(edge, fates, steps) === undefined);
    fates.set(
      id,
      fateOfStep(step) ?? fateOfUnreached(unique(sources.map(({ source }) => source)), joins.get(id), fates),
    );
  }
  return { nodes: fates, edges: edges.map((edge) => shownEdge(edge, fates, steps)) };
}

function fateOfStep(step: PathStep | undefined): NodeFate | undefined {
  if (step === undefined) return undefined;
  switch (step.status) {
    case "blocked":
      return undefined;
    case "pending":
    case "running":
      return { kind: "open" };
    case "succeeded":
    case "skipped":
      return { kind: "ended" };
    case "dead":
    case "cancelled":
      return { kind: step.status };
  }
}

/** @param undecided the sources of the edges that are not decided */
function fateOfUnreached(
  undecided: readonly string[],
  joinsAll: boolean | undefined,
  fates: ReadonlyMap<string, NodeFate>,
): NodeFate {
  if (undecided.length === 0) return { kind: "not_taken" };
  const live = undecided.filter((source) => isLive(fates.get(source)));
  // One source that never ends keeps a join of all for ever; otherwise it only counts if all are like that.
  if (live.length === 0 || (joinsAll && live.length < undecided.length)) {
    const stuck = undecided.filter((source) => !live.includes(source));
    return { kind: "cut_off", by: causes(stuck, fates) };
  }
  return { kind: "waits", sources: live, behind: causes(live, fates) };
}

function isLive(fate: NodeFate | undefined): boolean {
  return fate?.kind === "open" || fate?.kind === "waits";
}

function causes(sources: readonly string[], fates: ReadonlyMap<string, NodeFate>): string[] {
  const all = sources.flatMap((source) => {
    const fate = fates.get(source);
    if (fate?.kind === "waits") return fate.behind;
    return fate?.kind === "cut_off" ? fate.by : [source];
  });
  return unique(all).slice(0, namedCauses);
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

/** Whether the edge was taken; undefined while that is not decided. */
function edgeFate(
  edge: PathEdge,
  fates: ReadonlyMap<string, NodeFate>,
  steps: ReadonlyMap<string, PathStep>,
): "taken" | "not_taken" | undefined {
  const step = steps.get(edge.source);
  if (step?.status === "succeeded") {
    return edge.branch === undefined || edge.branch === step.branch ? "taken" : "not_taken";
  }
  const decided = step?.status === "skipped" || fates.get(edge.source)?.kind === "not_taken";
  return decided ? "not_taken" : undefined;
}

function shownEdge(
  edge: PathEdge,
  fates: ReadonlyMap<string, NodeFate>,
  steps: ReadonlyMap<string, PathStep>,
): EdgeFate {
  return edgeFate(edge, fates, steps) ?? (isLive(fates.get(edge.source)) ? "open" : "not_taken");
}
