import { Graph as DagreGraph, layout } from "@dagrejs/dagre";
import type { Graph } from "./read-graph";

export const nodeWidth = 208;
export const nodeHeight = 56;

export interface Point {
  x: number;
  y: number;
}

const gaps = { column: 32, row: 64 } as const;

/**
 * Where each node stands: where its author put it; if none has a place yet, all of them in layers. One without a place
 * among others that have one goes below the first that leads to it, so that nothing else moves.
 */
export function layoutGraph(graph: Graph): Map<string, Point> {
  const placed = graph.nodes.flatMap(({ id, position }) => (position ? [[id, position] as const] : []));
  if (placed.length === graph.nodes.length) return new Map(placed);
  return placed.length === 0 ? layers(graph) : placeOthers(graph, new Map(placed));
}

function placeOthers({ nodes, edges }: Graph, places: Map<string, Point>): Map<string, Point> {
  const bottom = Math.max(...[...places.values()].map(({ y }) => y));
  for (const { id } of nodes) {
    if (places.has(id)) continue;
    const source = edges.find((edge) => edge.target === id && places.has(edge.source))?.source;
    const above = (source !== undefined && places.get(source)) || { x: 0, y: bottom };
    let { x, y } = { x: above.x, y: above.y + nodeHeight + gaps.row };
    const isTaken = () =>
      [...places.values()].some((place) => Math.abs(place.x - x) < nodeWidth && Math.abs(place.y - y) < nodeHeight);
    while (isTaken()) x += nodeWidth + gaps.column;
    places.set(id, { x, y });
  }
  return places;
}

function layers({ nodes, edges }: Graph): Map<string, Point> {
  const graph = new DagreGraph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: gaps.column, ranksep: gaps.row });
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
