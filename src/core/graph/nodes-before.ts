import type { Edge } from "../definition";

/** The nodes from which a path leads to one node; in a cycle that includes the node itself. */
export function nodesBefore(nodeId: string, edges: readonly Edge[]): ReadonlySet<string> {
  const sources = new Map<string, string[]>();
  for (const { source, target } of edges) sources.set(target, [...(sources.get(target) ?? []), source]);
  const found = new Set<string>();
  const queue = [nodeId];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const source of sources.get(id) ?? []) {
      if (found.has(source)) continue;
      found.add(source);
      queue.push(source);
    }
  }
  return found;
}
