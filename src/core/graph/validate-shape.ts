import type { Definition, Edge, Node } from "../definition";
import type { Problem } from "../errors";
import { nodeKind } from "../kinds";

/** There is exactly one trigger, and nothing leads to it. */
export function triggerProblems({ nodes, edges }: Definition): Problem[] {
  const triggers = nodes.filter((node) => node.type === "trigger");
  if (triggers.length === 0)
    return [{ path: "nodes", message: "A workflow needs a trigger, where its runs start; add one." }];
  const ids = new Set(triggers.map(({ id }) => id));
  const surplus = nodes.flatMap((node, index) => {
    if (node.type !== "trigger" || node === triggers[0]) return [];
    const message = `A workflow has exactly one trigger, and "${triggers[0]?.id}" is one already; remove "${node.id}".`;
    return [{ path: `nodes.${index}`, message, node_id: node.id }];
  });
  const incoming = edges.flatMap((edge, index) => {
    if (!ids.has(edge.target)) return [];
    const message = `No edge may lead to a trigger, but ${describeEdge(edge)} does; remove it.`;
    return [{ path: `edges.${index}`, message, node_id: edge.target }];
  });
  return [...surplus, ...incoming];
}

export function duplicateEdgeProblems({ edges }: Definition): Problem[] {
  const first = new Map<string, number>();
  return edges.flatMap((edge, index) => {
    const key = JSON.stringify([edge.source, edge.target, edge.branch]);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, index);
      return [];
    }
    return [
      {
        path: `edges.${index}`,
        message: `The edge ${describeEdge(edge)} is there already as edges.${before}; remove one.`,
      },
    ];
  });
}

/** Edges name one of their source's branches, if it has any, and otherwise none. */
export function branchProblems({ nodes, edges }: Definition): Problem[] {
  const byId = nodesById(nodes);
  return edges.flatMap((edge, index) => {
    const source = byId.get(edge.source);
    if (!source) return [];
    const { branches, label } = nodeKind(source.type);
    const message = describeBranchFault(edge.branch, branches, label);
    return message === undefined ? [] : [{ path: `edges.${index}.branch`, message, node_id: source.id }];
  });
}

function describeBranchFault(
  branch: string | undefined,
  branches: readonly string[],
  label: string,
): string | undefined {
  if (branches.length === 0) {
    if (branch === undefined) return undefined;
    return `${label} has no branches, so its edges carry no "branch"; remove it.`;
  }
  if (branch !== undefined && branches.includes(branch)) return undefined;
  const names = branches.map((name) => `"${name}"`).join(" or ");
  return `Each edge from a node of type ${label} says which branch it is: ${names}, not ${branch === undefined ? "nothing" : JSON.stringify(branch)}.`;
}

/** From the trigger a path leads to every node. */
export function reachabilityProblems({ nodes, edges }: Definition): Problem[] {
  const reached = new Set(nodes.filter((node) => node.type === "trigger").map(({ id }) => id));
  // Without a trigger that is the problem, not each single node.
  if (reached.size === 0) return [];
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) {
    const known = targets.get(source);
    if (known) known.push(target);
    else targets.set(source, [target]);
  }
  // The set grows while it is walked.
  for (const nodeId of reached) for (const target of targets.get(nodeId) ?? []) reached.add(target);
  return nodes.flatMap(({ id }, index) => {
    if (reached.has(id)) return [];
    const message = `No path leads from the trigger to "${id}", so it would never run; connect it, or remove it.`;
    return [{ path: `nodes.${index}`, message, node_id: id }];
  });
}

/** Of nodes with one id the first counts. */
export function nodesById(nodes: readonly Node[]): ReadonlyMap<string, Node> {
  return new Map([...nodes].reverse().map((node) => [node.id, node]));
}

function describeEdge({ source, target, branch }: Edge): string {
  return `${source} → ${target}${branch === undefined ? "" : ` (${branch})`}`;
}
