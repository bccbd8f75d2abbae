import type { Edge } from "../definition";

/**
 * For each node, the nodes from which a path leads to it. One bit a pair of nodes, so that 1,000 nodes and 5,000 edges
 * are a few hundred thousand word operations; the sets themselves are made when asked for.
 *
 * @param order node ids in topological order
 */
export function ancestorSets(
  order: readonly string[],
  edges: readonly Edge[],
): (nodeId: string) => ReadonlySet<string> {
  const indexOf = new Map(order.map((nodeId, index) => [nodeId, index]));
  const words = Math.ceil(order.length / 32);
  const bits = order.map(() => new Uint32Array(words));
  const sourcesOf = new Map<string, number[]>();
  for (const { source, target } of edges) {
    const sourceIndex = indexOf.get(source);
    if (sourceIndex === undefined) continue;
    const sources = sourcesOf.get(target);
    if (sources) sources.push(sourceIndex);
    else sourcesOf.set(target, [sourceIndex]);
  }
  // Every index is one of `order`, and `bits` has an entry for each of those.
  order.forEach((nodeId, index) => {
    const own = bits[index] as Uint32Array;
    for (const source of sourcesOf.get(nodeId) ?? []) addAll(own, bits[source] as Uint32Array, source);
  });
  const known = new Map<string, ReadonlySet<string>>();
  return (nodeId) => {
    const before = known.get(nodeId);
    if (before) return before;
    const own = bits[indexOf.get(nodeId) ?? -1];
    const set = new Set(own ? order.filter((_, index) => hasBit(own, index)) : []);
    known.set(nodeId, set);
    return set;
  };
}

function addAll(target: Uint32Array, source: Uint32Array, sourceIndex: number): void {
  for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) | (source[word] ?? 0);
  target[sourceIndex >>> 5] = (target[sourceIndex >>> 5] ?? 0) | (1 << (sourceIndex & 31));
}

function hasBit(bits: Uint32Array, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}
