import { type Definition, definitionSchema } from "../definition";
import type { Problem } from "../errors";
import { isJsonObject, type Json } from "../json";
import { zodProblems } from "../zod-problems";
import { findCycle } from "./find-cycle";
import { configProblems } from "./validate-configs";
import { branchProblems, duplicateEdgeProblems, reachabilityProblems, triggerProblems } from "./validate-shape";

export type ParsedDefinition = { ok: true; definition: Definition } | { ok: false; problems: Problem[] };

/** Reads a definition from JSON: either it, or everything about its form that is wrong. */
export function parseDefinition(value: Json): ParsedDefinition {
  const parsed = definitionSchema.safeParse(value);
  if (parsed.success) return { ok: true, definition: parsed.data };
  const problems = zodProblems(parsed.error.issues).map((problem) => ({ ...problem, ...ownerOf(value, problem.path) }));
  return { ok: false, problems };
}

/** The id of the node that a path leads into, if it has one. */
function ownerOf(value: Json, path: string): { node_id?: string } {
  const index = /^nodes\.(\d+)/.exec(path)?.[1];
  const nodes = isJsonObject(value) ? value.nodes : undefined;
  const node = index !== undefined && Array.isArray(nodes) ? nodes[Number(index)] : undefined;
  return isJsonObject(node) && typeof node.id === "string" ? { node_id: node.id } : {};
}

export interface Validation {
  /** everything that is wrong, at once */
  problems: Problem[];
  /** the node ids of a cycle in order, or null */
  cycle: string[] | null;
}

/** What even a draft must fulfil: ids are unique, edges lead from node to node, and nothing leads back to itself. */
export function validateDraft(definition: Definition): Validation {
  const { nodes, edges } = definition;
  const cycle = findCycle(
    nodes.map(({ id }) => id),
    edges,
  );
  const problems = [...duplicateIdProblems(definition), ...danglingEdgeProblems(definition)];
  if (cycle) {
    problems.push({
      path: `edges.${cycle.edgeIndex}`,
      message: describeCycle(cycle.nodeIds),
      node_id: cycle.nodeIds[0],
    });
  }
  return { problems, cycle: cycle?.nodeIds ?? null };
}

/** What a workflow must fulfil before it can run; includes all that a draft must. */
export function validateForActivation(definition: Definition): Validation {
  const { problems, cycle } = validateDraft(definition);
  return {
    problems: [
      ...problems,
      ...triggerProblems(definition),
      ...duplicateEdgeProblems(definition),
      ...branchProblems(definition),
      ...reachabilityProblems(definition),
      ...configProblems(definition, cycle === null),
    ],
    cycle,
  };
}

function duplicateIdProblems({ nodes }: Definition): Problem[] {
  const first = new Map<string, number>();
  return nodes.flatMap(({ id }, index) => {
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, index);
      return [];
    }
    const message = `The id "${id}" is already that of nodes.${before}; each node needs an id of its own.`;
    return [{ path: `nodes.${index}.id`, message, node_id: id }];
  });
}

function danglingEdgeProblems({ nodes, edges }: Definition): Problem[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return edges.flatMap((edge, index) =>
    (["source", "target"] as const)
      .filter((end) => !ids.has(edge[end]))
      .map((end) => ({
        path: `edges.${index}.${end}`,
        message: `The edge ${edge.source} → ${edge.target} leads ${end === "source" ? "from" : "to"} "${edge[end]}", but there is no such node; remove the edge, or connect it to another node.`,
      })),
  );
}

function describeCycle(nodeIds: readonly string[]): string {
  const shown = nodeIds.length > 20 ? [...nodeIds.slice(0, 19), "…"] : nodeIds;
  return `The edges form a cycle, ${[...shown, nodeIds[0]].join(" → ")}; a workflow only leads forward, so remove one of them.`;
}
