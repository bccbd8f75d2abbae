import { isJsonObject, type Json, toNumber } from "@/core/json";

export interface GraphNode {
  id: string;
  type: string;
  name: string;
  position: { x: number; y: number } | undefined;
  /** waits until every incoming edge is decided, where several lead to it */
  joinsAll: boolean;
}

export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  branch: string | undefined;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** As many nodes as one can draw at all; a definition with more is shown without a drawing. */
export const drawableNodes = 1_000;

/**
 * The part of a definition that can be drawn. It is drawn while someone types, so that anything may be missing or wrong:
 * what has no id is left out, and so are edges to nowhere and second nodes with the same id.
 */
export function readGraph(nodes: Json, edges: Json): Graph {
  const known = new Map<string, GraphNode>();
  for (const value of Array.isArray(nodes) ? nodes : []) {
    const node = readNode(value);
    if (node !== undefined && !known.has(node.id)) known.set(node.id, node);
  }
  const connections = new Map<string, GraphEdge>();
  for (const value of Array.isArray(edges) ? edges : []) {
    const edge = readEdge(value);
    if (edge !== undefined && known.has(edge.source) && known.has(edge.target)) connections.set(edge.id, edge);
  }
  return { nodes: [...known.values()], edges: [...connections.values()] };
}

function readNode(value: Json): GraphNode | undefined {
  if (!isJsonObject(value) || typeof value.id !== "string" || value.id === "") return undefined;
  const { id, type, name, position } = value;
  const x = isJsonObject(position) ? toNumber(position.x) : undefined;
  const y = isJsonObject(position) ? toNumber(position.y) : undefined;
  return {
    id,
    type: typeof type === "string" ? type : "",
    name: typeof name === "string" && name.trim() !== "" ? name : id,
    position: x === undefined || y === undefined ? undefined : { x, y },
    joinsAll: value.join === "all",
  };
}

function readEdge(value: Json): GraphEdge | undefined {
  if (!isJsonObject(value)) return undefined;
  const { source, target, branch } = value;
  if (typeof source !== "string" || typeof target !== "string") return undefined;
  const label = typeof branch === "string" ? branch : undefined;
  return { id: JSON.stringify([source, target, label ?? null]), source, target, branch: label };
}

/** Two graphs with the same shape are laid out alike: what is written in the nodes does not move them. */
export function graphShape({ nodes, edges }: Graph): string {
  return JSON.stringify([
    nodes.map(({ id, position }) => [id, position?.x, position?.y]),
    edges.map(({ source, target, branch }) => [source, target, branch]),
  ]);
}
