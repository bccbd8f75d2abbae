import { checkJson } from "@/components/editor/check-json";
import type { EditorPlace } from "@/components/editor/editor-types";
import { formatJson } from "@/components/json/format-json";
import type { Workflow } from "@/contracts/workflows";
import { definitionSchema } from "@/core/definition";
import type { Problem } from "@/core/errors";
import { validateForActivation } from "@/core/graph/validate";
import { isJsonObject, type Json } from "@/core/json";
import { zodProblems } from "@/core/zod-problems";

/** A problem with its place in the editor's text. */
export interface PlacedProblem {
  place: EditorPlace;
  message: string;
}

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

/** A stored definition as the text that one edits. */
export function definitionText({ nodes, edges }: Workflow): string {
  return formatJson({ nodes: nodes.parse(), edges: edges.parse() });
}

/** The ids of the nodes that problems belong to. */
export function faultyNodes(problems: readonly Problem[], nodes: Json): Set<string> {
  const list = Array.isArray(nodes) ? nodes : [];
  return new Set(
    problems.flatMap(({ path, node_id }) => {
      if (node_id !== undefined) return [node_id];
      const index = /^nodes\.(\d+)/.exec(path)?.[1];
      const node = index === undefined ? undefined : list[Number(index)];
      return isJsonObject(node) && typeof node.id === "string" ? [node.id] : [];
    }),
  );
}

/** Where in the text a node is written: the path of its place in the list. */
export function pathOfNode(id: string, nodes: Json): string | undefined {
  const index = Array.isArray(nodes) ? nodes.findIndex((node) => isJsonObject(node) && node.id === id) : -1;
  return index === -1 ? undefined : `nodes.${index}`;
}
