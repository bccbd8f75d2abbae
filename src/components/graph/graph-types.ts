import type { Status } from "@/components/ui/status";
import type { Graph } from "./read-graph";

/** What a run made of an edge: it was followed, it was not, or nobody knows yet. */
export type EdgeState = "taken" | "not_taken" | "open";

export interface GraphViewProps {
  /** names the drawing: "Graph of Order intake" */
  label: string;
  graph: Graph;
  /** in a run: what became of each node */
  statuses?: ReadonlyMap<string, Status> | undefined;
  edgeStates?: ReadonlyMap<string, EdgeState> | undefined;
  /** ids of nodes that something is wrong with */
  problems?: ReadonlySet<string> | undefined;
  selected?: string | undefined;
  onSelect?: (id: string) => void;
}
