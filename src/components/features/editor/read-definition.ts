import { checkJson } from "@/components/editor/check-json";
import type { PlacedProblem } from "@/components/editor/editor-types";
import { definitionSchema } from "@/core/definition";
import type { Problem } from "@/core/errors";
import { validateForActivation } from "@/core/graph/validate";
import { isJsonObject, type Json } from "@/core/json";
import { zodProblems } from "@/core/zod-problems";

export type ReadDefinition = { ok: true; nodes: Json; edges: Json } | { ok: false; problem: PlacedProblem };

const shape = 'A definition is an object with two lists: { "nodes": […], "edges": […] }.';

/** Takes the editor's text apart into what is saved; anything that could not be saved at all is told with its place. */
export function readDefinition(text: string): ReadDefinition {
  const checked = checkJson(text);
  if (!checked.ok) return { ok: false, problem: { place: { offset: checked.offset }, message: checked.message } };
  const { value } = checked;
  if (!isJsonObject(value) || value.nodes === undefined || value.edges === undefined) {
    return { ok: false, problem: { place: { offset: 0 }, message: shape } };
  }
  const { nodes, edges, ...others } = value;
  const [surplus] = Object.keys(others);
  if (surplus !== undefined) {
    return {
      ok: false,
      problem: { place: { path: surplus }, message: `There is no place for "${surplus}" here. ${shape}` },
    };
  }
  return { ok: true, nodes, edges };
}

/** Everything that keeps a definition from being activated; the same rules as the server's. */
export function activationProblems(nodes: Json, edges: Json): Problem[] {
  const parsed = definitionSchema.safeParse({ nodes, edges });
  return parsed.success ? validateForActivation(parsed.data).problems : zodProblems(parsed.error.issues);
}

/** The id of the node that a path like `nodes.2.config.url` leads into, or that an edge at such a path leaves. */
export function nodeAt(path: string, { nodes, edges }: { nodes: Json; edges: Json }): string | undefined {
  const [, list, index] = /^(nodes|edges)\.(\d+)/.exec(path) ?? [];
  const values = list === "nodes" ? nodes : edges;
  const value = list !== undefined && Array.isArray(values) ? values[Number(index)] : undefined;
  const id = isJsonObject(value) ? (list === "nodes" ? value.id : value.source) : undefined;
  return typeof id === "string" ? id : undefined;
}

/** A problem's path as a person reads it: `call: config.url` for `nodes.2.config.url`. */
export function readablePath(path: string, definition: ReadDefinition): string {
  const nodeId = definition.ok ? nodeAt(path, definition) : undefined;
  if (nodeId === undefined) return path;
  const [, list, rest = ""] = /^(nodes|edges)\.\d+\.?(.*)$/.exec(path) ?? [];
  if (list === "edges") return `${nodeId}: connection`;
  return rest === "" ? nodeId : `${nodeId}: ${rest}`;
}

/** Where in the text a node is written: the path of its place in the list. */
export function pathOfNode(id: string, nodes: Json): string | undefined {
  const index = Array.isArray(nodes) ? nodes.findIndex((node) => isJsonObject(node) && node.id === id) : -1;
  return index === -1 ? undefined : `nodes.${index}`;
}
