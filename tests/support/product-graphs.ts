import type { Graph } from "../integration/services/graphs";

export interface GraphNode {
  id: string;
  type: string;
  config: object;
  join?: "any" | "all";
}

const start: GraphNode = { id: "start", type: "trigger", config: {} };

/** An HTTP request, tried once unless the config says otherwise. */
export const call = (id: string, config: object): GraphNode => ({
  id,
  type: "http_request",
  config: { max_attempts: 1, ...config },
});

export const note = (id: string, message: unknown): GraphNode => ({ id, type: "log", config: { message } });

export const delay = (id: string, seconds: number | string): GraphNode => ({ id, type: "delay", config: { seconds } });

export const condition = (id: string, expression: string): GraphNode => ({
  id,
  type: "condition",
  config: { expression },
});

/** One node after the other, behind a trigger `start`. */
export function chainOf(...nodes: GraphNode[]): Graph {
  const all = [start, ...nodes];
  return { nodes: all, edges: nodes.map(({ id }, index) => ({ source: all[index]?.id, target: id })) };
}

/** A trigger `start`, the nodes, and edges written as `"a -> b"` or `"a -true-> b"`. */
export function graphOf(nodes: GraphNode[], edges: string[]): Graph {
  return {
    nodes: [start, ...nodes],
    edges: edges.map((edge) => {
      const match = /^(\S+) -(?:(\w+)-)?> (\S+)$/.exec(edge);
      if (!match) throw new Error(`Not an edge: ${edge}`);
      const [, source, branch, target] = match;
      return branch === undefined ? { source, target } : { source, target, branch };
    }),
  };
}
