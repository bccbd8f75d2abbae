import type { Definition, Edge, Node } from "../../definition";
import { nodeKind } from "../../kinds";
import { isSameEdge } from "./connect";

export function addNode({ nodes, edges }: Definition, node: Node): Definition {
  return { nodes: [...nodes, node], edges };
}

export function changeNode({ nodes, edges }: Definition, nodeId: string, change: (node: Node) => Node): Definition {
  return { nodes: nodes.map((node) => (node.id === nodeId ? change(node) : node)), edges };
}

/**
 * Removes nodes and every edge that touches them. What stood before and after them is not joined: nobody said that it
 * belongs together.
 */
export function removeNodes({ nodes, edges }: Definition, nodeIds: ReadonlySet<string>): Definition {
  return {
    nodes: nodes.filter(({ id }) => !nodeIds.has(id)),
    edges: edges.filter(({ source, target }) => !nodeIds.has(source) && !nodeIds.has(target)),
  };
}

/**
 * Puts a new node into an edge, which ends in two at its place. A new node with branches goes on by its first one; a
 * trigger cannot be put there.
 */
export function insertBetween(definition: Definition, edge: Edge, node: Node): Definition {
  const [branch] = nodeKind(node.type).branches;
  const onward: Edge = { source: node.id, target: edge.target, ...(branch !== undefined && { branch }) };
  const inward: Edge = { ...edge, target: node.id };
  return {
    nodes: [...definition.nodes, node],
    edges: definition.edges.flatMap((present) => (isSameEdge(present, edge) ? [inward, onward] : [present])),
  };
}

/** Puts nodes where a person, or a layout, wants them; the others stay. Whole pixels, so that a definition stays readable. */
export function moveNodes(
  { nodes, edges }: Definition,
  places: ReadonlyMap<string, { x: number; y: number }>,
): Definition {
  return {
    nodes: nodes.map((node) => {
      const place = places.get(node.id);
      return place ? { ...node, position: { x: Math.round(place.x), y: Math.round(place.y) } } : node;
    }),
    edges,
  };
}

/** Moves a node to another place in the list, which is the order of the outline; the graph stays the same. */
export function reorderNode({ nodes, edges }: Definition, nodeId: string, toIndex: number): Definition {
  const node = nodes.find(({ id }) => id === nodeId);
  if (!node) return { nodes, edges };
  const others = nodes.filter((other) => other !== node);
  return { nodes: [...others.slice(0, toIndex), node, ...others.slice(toIndex)], edges };
}
