import { layoutGraph, nodeHeight, nodeWidth, type Point } from "@/components/graph/layout-graph";
import { type Graph, readGraph } from "@/components/graph/read-graph";
import type { Definition, Edge } from "@/core/definition";
import { moveNodes } from "@/core/graph/edit/change-nodes";
import { nodesBefore } from "@/core/graph/nodes-before";
import type { Json } from "@/core/json";

export const rowGap = 64;
export const columnGap = 32;

/** The graph that a definition draws. */
export function graphOf({ nodes, edges }: Definition): Graph {
  // What is edited came from JSON, and is read as JSON here.
  return readGraph(nodes as unknown as Json, edges as unknown as Json);
}

/** The definition with a place for each node: where one has none, that where it is drawn. New nodes then move nothing. */
export function settlePlaces(definition: Definition, places: ReadonlyMap<string, Point>): Definition {
  const homeless = definition.nodes.filter(({ position }) => position === undefined);
  const found = homeless.flatMap(({ id }) => {
    const place = places.get(id);
    return place ? [[id, place] as const] : [];
  });
  return found.length === 0 ? definition : moveNodes(definition, new Map(found));
}

/** All nodes in layers, as if none had a place yet. */
export function layOut(definition: Definition): Definition {
  const { nodes, edges } = graphOf(definition);
  return moveNodes(definition, layoutGraph({ nodes: nodes.map((node) => ({ ...node, position: undefined })), edges }));
}

/** The nearest free place at or right of a wanted one. */
export function freePlace(wanted: Point, places: ReadonlyMap<string, Point>): Point {
  const isTaken = ({ x, y }: Point) =>
    [...places.values()].some(
      (other) =>
        Math.abs(other.x - x) < nodeWidth + columnGap / 2 && Math.abs(other.y - y) < nodeHeight + columnGap / 2,
    );
  let { x, y } = wanted;
  while (isTaken({ x, y })) x += nodeWidth + columnGap;
  return { x, y };
}

/** Where a node goes that follows another. */
export function placeBelow(source: Point, places: ReadonlyMap<string, Point>): Point {
  return freePlace({ x: source.x, y: source.y + nodeHeight + rowGap }, places);
}

/** Where a node goes that nothing is said about: below all others. */
export function placeAtEnd(places: ReadonlyMap<string, Point>): Point {
  const all = [...places.values()];
  if (all.length === 0) return { x: 0, y: 0 };
  const lowest = all.reduce((low, place) => (place.y > low.y ? place : low));
  return { x: lowest.x, y: lowest.y + nodeHeight + rowGap };
}

/** Makes room in an edge: what comes after it moves down as far as a node between needs. */
export function makeRoom(
  definition: Definition,
  { source, target }: Edge,
  places: ReadonlyMap<string, Point>,
): { definition: Definition; place: Point } {
  const from = places.get(source) ?? { x: 0, y: 0 };
  const to = places.get(target) ?? placeBelow(from, places);
  const needed = 2 * (nodeHeight + rowGap);
  const missing = Math.max(0, needed - (to.y - from.y));
  const reversed = definition.edges.map((edge) => ({ ...edge, source: edge.target, target: edge.source }));
  const after = new Set([target, ...nodesBefore(target, reversed)]);
  const moved = new Map(
    [...places].flatMap(([id, { x, y }]) => (after.has(id) && id !== source ? [[id, { x, y: y + missing }]] : [])),
  );
  return {
    definition: missing > 0 ? moveNodes(definition, moved) : definition,
    place: { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y + missing) / 2) },
  };
}
