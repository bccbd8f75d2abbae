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
  const middleOf = (id: string) => graph.node(id).x ?? 0;
  const side = crossedBranches({ nodes, edges }, middleOf) > 0 ? -1 : 1;
  return new Map(
    nodes.map(({ id }) => {
      // dagre answers with a node's middle.
      const y = graph.node(id).y ?? 0;
      return [id, { x: side * middleOf(id) - nodeWidth / 2, y: y - nodeHeight / 2 }];
    }),
  );
}

/** How many more branches lead across their neighbours than do not. Mirrored layers are as good, and then they do not. */
function crossedBranches({ nodes, edges }: Graph, middleOf: (id: string) => number): number {
  let crossed = 0;
  for (const { id } of nodes) {
    const ways = edges
      .filter(({ source, branch }) => source === id && branch !== undefined)
      .map(({ branch, target }) => ({ isFirst: branch === "true", x: middleOf(target) }))
      // As the handles stand below the node: true on the left, everything else as it is written.
      .sort((one, other) => Number(other.isFirst) - Number(one.isFirst));
    for (const [index, { x }] of ways.entries()) crossed += Math.sign(x - (ways[index + 1]?.x ?? x));
  }
  return crossed;
}
