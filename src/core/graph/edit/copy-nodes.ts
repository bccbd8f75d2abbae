import { z } from "zod";
import { type Definition, edgeSchema, nodeSchema } from "../../definition";
import { type Json, JsonError, parseJson, stringifyJson } from "../../json";
import { freshId } from "./fresh-id";
import { rewriteReferences } from "./rewrite-references";

/** What the clipboard holds: a piece of a graph, marked, so that any other text is not taken for one. */
const pieceSchema = z.strictObject({
  workflow_engine: z.literal("nodes"),
  nodes: z.array(nodeSchema).min(1),
  edges: z.array(edgeSchema),
});

/** A piece of a graph as text: the nodes, and the edges that lie between them. */
export function copyNodes({ nodes, edges }: Definition, nodeIds: ReadonlySet<string>): string {
  const piece = {
    workflow_engine: "nodes",
    nodes: nodes.filter(({ id }) => nodeIds.has(id)),
    edges: edges.filter(({ source, target }) => nodeIds.has(source) && nodeIds.has(target)),
  };
  // What zod read from JSON is JSON, but for optional fields that are undefined, which are not printed.
  return stringifyJson(piece as unknown as Json, 2);
}

/** The piece of a graph that a text holds, or undefined if it holds none. */
export function readCopiedNodes(text: string): Definition | undefined {
  if (!text.includes("workflow_engine")) return undefined;
  try {
    const parsed = pieceSchema.safeParse(parseJson(text));
    return parsed.success ? { nodes: parsed.data.nodes, edges: parsed.data.edges } : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/**
 * Adds a copied piece. Ids that are taken become new ones, and what the copies say of each other follows them; what
 * they say of other nodes stays. A second trigger is left out. A copy stands beside its original.
 *
 * @returns the changed definition and the ids of what was added
 */
export function pasteNodes(
  definition: Definition,
  piece: Definition,
  shift = { x: 40, y: 40 },
): { definition: Definition; added: readonly string[] } {
  const hasTrigger = definition.nodes.some(({ type }) => type === "trigger");
  const nodes = piece.nodes.filter(({ type }) => type !== "trigger" || !hasTrigger);
  const taken = new Set(definition.nodes.map(({ id }) => id));
  const newIds = new Map<string, string>();
  for (const { id } of nodes) {
    const newId = freshId(id, taken);
    taken.add(newId);
    newIds.set(id, newId);
  }
  const copies = nodes.map((node) => ({
    ...node,
    id: newIds.get(node.id) ?? node.id,
    config: rewriteReferences(node, newIds),
    ...(node.position && { position: { x: node.position.x + shift.x, y: node.position.y + shift.y } }),
  }));
  const edges = piece.edges.flatMap((edge) => {
    const source = newIds.get(edge.source);
    const target = newIds.get(edge.target);
    return source === undefined || target === undefined ? [] : [{ ...edge, source, target }];
  });
  return {
    definition: { nodes: [...definition.nodes, ...copies], edges: [...definition.edges, ...edges] },
    added: [...newIds.values()],
  };
}
