import type { Definition, Edge } from "../../definition";
import { nodeKind } from "../../kinds";
import { findCycle } from "../find-cycle";
import { nodesById } from "../validate-shape";

/** Why an edge cannot be added, in words for whoever draws it, or undefined if it can. */
export function connectionRefusal({ nodes, edges }: Definition, edge: Edge): string | undefined {
  const byId = nodesById(nodes);
  const source = byId.get(edge.source);
  const target = byId.get(edge.target);
  if (!source || !target) return `There is no node "${source ? edge.target : edge.source}".`;
  if (source === target) return "A node cannot follow itself.";
  if (target.type === "trigger") return "Nothing leads to the trigger: runs start there.";
  const { branches, label } = nodeKind(source.type);
  if (branches.length === 0 && edge.branch !== undefined) return `${label} has no branches.`;
  if (branches.length > 0 && !branches.includes(edge.branch ?? ""))
    return `Choose the branch that leads there: ${branches.join(" or ")}.`;
  if (edges.some((present) => isSameEdge(present, edge))) return "This connection is there already.";
  return cycleRefusal({ nodes, edges }, edge);
}

function cycleRefusal({ nodes, edges }: Definition, edge: Edge): string | undefined {
  // A draft may hold nothing that leads back, so a cycle is one that this edge closes.
  const cycle = findCycle(
    nodes.map(({ id }) => id),
    [...edges, edge],
  );
  if (cycle === null) return undefined;
  const byId = nodesById(nodes);
  const names = cycle.nodeIds.map((id) => byId.get(id)?.name ?? id);
  const way = names.length > 6 ? [...names.slice(0, 5), "…"] : names;
  return `This would lead back: ${[...way, names[0]].join(" → ")}.`;
}

export function isSameEdge(one: Edge, other: Edge): boolean {
  return one.source === other.source && one.target === other.target && one.branch === other.branch;
}

/** Adds an edge that is not refused. */
export function connect({ nodes, edges }: Definition, edge: Edge): Definition {
  return { nodes, edges: [...edges, edge] };
}

export function disconnect({ nodes, edges }: Definition, edge: Edge): Definition {
  return { nodes, edges: edges.filter((present) => !isSameEdge(present, edge)) };
}
