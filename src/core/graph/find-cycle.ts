import type { Edge } from "../definition";

/** A cycle: its node ids in order, and the index (in the list of edges) of the edge that closes it. */
export interface Cycle {
  nodeIds: string[];
  edgeIndex: number;
}

/** Some cycle of a graph, or null. Depth first with a stack of its own, so that no length can exhaust the call stack. */
export function findCycle(nodeIds: readonly string[], edges: readonly Edge[]): Cycle | null {
  const outgoing = new Map<string, number[]>(nodeIds.map((nodeId) => [nodeId, []]));
  edges.forEach(({ source, target }, index) => {
    if (outgoing.has(target)) outgoing.get(source)?.push(index);
  });
  const finished = new Set<string>();
  for (const start of nodeIds) {
    if (finished.has(start)) continue;
    const cycle = searchFrom(start, edges, outgoing, finished);
    if (cycle) return cycle;
  }
  return null;
}

function searchFrom(
  start: string,
  edges: readonly Edge[],
  outgoing: ReadonlyMap<string, readonly number[]>,
  finished: Set<string>,
): Cycle | null {
  const trail = [{ nodeId: start, next: 0 }];
  const onTrail = new Map([[start, 0]]);
  for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
    const edgeIndex = outgoing.get(top.nodeId)?.[top.next++];
    const edge = edgeIndex === undefined ? undefined : edges[edgeIndex];
    if (edgeIndex === undefined || edge === undefined) {
      finished.add(top.nodeId);
      onTrail.delete(top.nodeId);
      trail.pop();
      continue;
    }
    const place = onTrail.get(edge.target);
    if (place !== undefined) return { nodeIds: trail.slice(place).map(({ nodeId }) => nodeId), edgeIndex };
    if (finished.has(edge.target)) continue;
    onTrail.set(edge.target, trail.length);
    trail.push({ nodeId: edge.target, next: 0 });
  }
  return null;
}
