import { type Definition, definitionSchema, type Edge } from "@/core/definition";
import { validateForActivation } from "@/core/graph/validate";
import type { NodeType } from "@/core/kinds";
import type { Rolls } from "./rolls";

const types: readonly NodeType[] = ["http_request", "http_request", "condition", "condition", "log", "delay"];

/**
 * A valid graph of up to 21 nodes: every node after the trigger follows one to three before it, waits for any or for all
 * of them, and each condition is decided by a flag of its own in the payload.
 */
export function randomDefinition(rolls: Rolls, name: string): Definition {
  const count = 4 + Math.floor(rolls.next(name) * 18);
  const nodes: { id: string; type: NodeType; config: object; join?: "any" | "all" }[] = [
    { id: "start", type: "trigger", config: {} },
  ];
  const edges = new Map<string, Edge>();
  for (let index = 1; index < count; index++) {
    const id = `n${index}`;
    const type = rolls.pick(name, types);
    const wanted = rolls.chance(name, 0.45) ? 1 : rolls.chance(name, 0.6) ? 2 : 3;
    for (const source of rolls.shuffle(name, nodes).slice(0, wanted)) {
      const branch = source.type === "condition" ? { branch: rolls.chance(name, 0.5) ? "true" : "false" } : {};
      const edge = { source: source.id, target: id, ...branch };
      edges.set(JSON.stringify(edge), edge);
    }
    nodes.push({ id, type, config: configOf(type, id), join: rolls.chance(name, 0.6) ? "all" : "any" });
  }
  const definition = definitionSchema.parse({ nodes, edges: [...edges.values()] });
  const { problems } = validateForActivation(definition);
  if (problems.length > 0) throw new Error(`The random graph is not valid: ${JSON.stringify(problems)}`);
  return definition;
}

export function randomPayload(rolls: Rolls, name: string, definition: Definition): Record<string, boolean> {
  const conditions = definition.nodes.filter(({ type }) => type === "condition");
  return Object.fromEntries(conditions.map(({ id }) => [id, rolls.chance(name, 0.5)]));
}

function configOf(type: NodeType, id: string): object {
  switch (type) {
    case "condition":
      return { expression: `trigger.${id}` };
    case "http_request":
      return { url: "http://127.0.0.1/" };
    case "delay":
      return { seconds: 0.01 };
    case "log":
      return { message: `at ${id}` };
    case "trigger":
      return {};
  }
}

/**
 * What each node must have come to once a run has succeeded, told from the graph alone: a node has run if an edge that
 * leads to it was taken; of the others those are recorded, as skipped, that wait for all edges or lie above one that does.
 */
export function expectedEnd(definition: Definition, flags: Record<string, boolean>): Record<string, string> {
  const incoming = new Map<string, Edge[]>(definition.nodes.map(({ id }) => [id, []]));
  for (const edge of definition.edges) incoming.get(edge.target)?.push(edge);
  const types = new Map(definition.nodes.map(({ id, type }) => [id, type]));
  const ran = new Set<string>();
  // Nodes are numbered so that each comes after all that lead to it.
  for (const { id } of definition.nodes) {
    const isTaken = ({ source, branch }: Edge): boolean =>
      ran.has(source) && (types.get(source) !== "condition" || branch === String(flags[source]));
    if (id === "start" || incoming.get(id)?.some(isTaken)) ran.add(id);
  }
  const recorded = new Set<string>();
  for (const { id, join } of definition.nodes) {
    if (join === "all" && (incoming.get(id)?.length ?? 0) > 1) markAbove(id, incoming, recorded);
  }
  const end: Record<string, string> = {};
  for (const { id } of definition.nodes) {
    if (ran.has(id)) end[id] = "succeeded";
    else if (recorded.has(id)) end[id] = "skipped";
  }
  return end;
}

function markAbove(id: string, incoming: ReadonlyMap<string, readonly Edge[]>, marked: Set<string>): void {
  if (marked.has(id)) return;
  marked.add(id);
  for (const { source } of incoming.get(id) ?? []) markAbove(source, incoming, marked);
}
