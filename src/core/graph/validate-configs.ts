import { type CompiledConfig, compileConfig, executorConfig, problemAt } from "../config";
import type { Definition, Node } from "../definition";
import type { Problem } from "../errors";
import { nodeKind } from "../kinds";
import { checkMaxAttempts } from "../max-attempts";
import { zodProblems } from "../zod-problems";
import { ancestorSets } from "./ancestors";
import { topologicalOrder } from "./topological-order";

/**
 * Configs fit their types, and their templates and expressions parse and read only steps that come before.
 *
 * @param acyclic in a cycle everything comes before everything, so there only the existence of steps is checked
 */
export function configProblems(definition: Definition, acyclic: boolean): Problem[] {
  const { nodes, edges } = definition;
  const ids = new Set(nodes.map(({ id }) => id));
  const order = topologicalOrder([...ids], edges);
  const ancestors = acyclic ? ancestorSets(order, edges) : undefined;
  return nodes.flatMap((node, index) => {
    const compiled = compileConfig(node);
    const problems = [...ownProblems(node, compiled), ...referenceProblems(node, compiled, ids, ancestors?.(node.id))];
    return problems.map(({ path, message }) => ({ path: `nodes.${index}.${path}`, message, node_id: node.id }));
  });
}

function ownProblems(node: Node, compiled: CompiledConfig): Problem[] {
  const parsed = nodeKind(node.type).config.safeParse(executorConfig(node.config));
  const fromSchema = [
    ...zodProblems(parsed.error?.issues ?? [], ["config"]),
    ...zodProblems(checkMaxAttempts(node), ["config", "max_attempts"]),
  ];
  // What the schema refuses already, for example an empty expression, is not told twice.
  const refused = new Set(fromSchema.map(({ path }) => path));
  return [...fromSchema, ...compiled.problems.filter(({ path }) => !refused.has(path))];
}

function referenceProblems(
  node: Node,
  compiled: CompiledConfig,
  ids: ReadonlySet<string>,
  ancestors: ReadonlySet<string> | undefined,
): Problem[] {
  return compiled.references.flatMap(({ path, reference }) => {
    if (reference.kind !== "step") return [];
    const message = describeReferenceFault(node.id, reference.nodeId, ids, ancestors);
    return message === undefined ? [] : [problemAt(path, { position: reference.position, message })];
  });
}

/** Why a node cannot read another's output, or undefined if it can. */
export function describeReferenceFault(
  nodeId: string,
  referenced: string,
  ids: ReadonlySet<string>,
  ancestors: ReadonlySet<string> | undefined,
): string | undefined {
  if (!ids.has(referenced)) return `There is no node "${referenced}" in this workflow, so there is no output of it.`;
  if (referenced === nodeId) return "A node cannot read its own output.";
  if (ancestors === undefined || ancestors.has(referenced)) return undefined;
  return `The node "${referenced}" does not come before "${nodeId}", so its output cannot be read here; lead a path from it to this node.`;
}
