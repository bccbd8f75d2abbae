import { Graph as DagreGraph, layout } from "@dagrejs/dagre";
import type { Graph } from "./read-graph";

export const nodeWidth = 208;
export const nodeHeight = 56;

export interface Point {
  x: number;
  y: number;
}

/** Where each node stands: where its author put it, or else, if any has no place yet, all of them in layers. */
export function layoutGraph({ nodes, edges }: Graph): Map<string, Point> {
  const placed = nodes.flatMap(({ id, position }) => (position ? [[id, position] as const] : []));
  if (placed.length === nodes.length) return new Map(placed);
  const graph = new DagreGraph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 32, ranksep: 64 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width: nodeWidth, height: nodeHeight });
  for (const { id, source, target } of edges) graph.setEdge(source, target, {}, id);
  layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      // dagre answers with a node's middle.
      const { x, y } = graph.node(id);
      return [id, { x: (x ?? 0) - nodeWidth / 2, y: (y ?? 0) - nodeHeight / 2 }];
    }),
  );
}
