import type { Edge } from "../definition";

/**
 * Node ids, each after all that lead to it; among equals in the order given. Nodes on a cycle, or below one, come last.
 */
export function topologicalOrder(nodeIds: readonly string[], edges: readonly Edge[]): string[] {
  const waitingFor = new Map(nodeIds.map((nodeId) => [nodeId, 0]));
  const targets = new Map<string, string[]>(nodeIds.map((nodeId) => [nodeId, []]));
  for (const { source, target } of edges) {
    const before = waitingFor.get(target);
    if (before === undefined || !targets.has(source)) continue;
    waitingFor.set(target, before + 1);
    targets.get(source)?.push(target);
  }
  const ordered = new Set(nodeIds.filter((nodeId) => waitingFor.get(nodeId) === 0));
  // The set grows while it is walked.
  for (const nodeId of ordered) {
    for (const target of targets.get(nodeId) ?? []) {
      const left = (waitingFor.get(target) ?? 0) - 1;
      waitingFor.set(target, left);
      if (left === 0) ordered.add(target);
    }
  }
  for (const nodeId of nodeIds) ordered.add(nodeId);
  return [...ordered];
}
