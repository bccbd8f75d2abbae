import { type Definition, nodeIdPattern } from "../../definition";
import { rewriteReferences } from "./rewrite-references";

/** Why a node cannot get an id, in words, or undefined if it can. Keeping its own is no change, and allowed. */
export function newIdRefusal({ nodes }: Definition, nodeId: string, newId: string): string | undefined {
  if (newId === "") return "A node needs an id.";
  if (!nodeIdPattern.test(newId))
    return "An id starts with a letter or _ and has at most 64 letters, digits, _ and -. For other words use the name.";
  if (newId !== nodeId && nodes.some(({ id }) => id === newId))
    return `There is a node "${newId}" already; each needs an id of its own.`;
  return undefined;
}

/** The definition in which a node has another id, with all edges and references following it, and nothing else changed. */
export function renameNode({ nodes, edges }: Definition, nodeId: string, newId: string): Definition {
  const newIds = new Map([[nodeId, newId]]);
  const follow = (id: string) => newIds.get(id) ?? id;
  return {
    nodes: nodes.map((node) => ({ ...node, id: follow(node.id), config: rewriteReferences(node, newIds) })),
    edges: edges.map((edge) => ({ ...edge, source: follow(edge.source), target: follow(edge.target) })),
  };
}
