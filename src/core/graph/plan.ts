import { type CompiledConfig, compileConfig } from "../config";
import { type Definition, defaultMaxAttempts, type Edge, type Node } from "../definition";
import { nodeKind } from "../kinds";
import { maxAttemptsOf } from "../max-attempts";
import { ancestorSets } from "./ancestors";
import { topologicalOrder } from "./topological-order";

/** One node of a plan. */
export interface PlannedNode {
  node: Node;
  /** the type is pure (see `core/kinds`) */
  pure: boolean;
  maxAttempts: number;
  outgoing: readonly Edge[];
  /** the number of incoming edges */
  incoming: number;
  /** waits until every incoming edge is decided: `join: "all"` and at least two of them */
  joinsAll: boolean;
  /** an edge to it that was not taken must be recorded, because it joins all, or a node below it does */
  needsDecisions: boolean;
}

/** All that walking a definition needs, computed once a version. */
export interface GraphPlan {
  definition: Definition;
  trigger: Node;
  node(nodeId: string): Node | undefined;
  /** the node with its place in the graph; @throws Error when there is no such node */
  planned(nodeId: string): PlannedNode;
  /** node ids, each after all that lead to it */
  order: readonly string[];
  /** ids of the nodes from which a path leads to this one */
  ancestors(nodeId: string): ReadonlySet<string>;
  /** the node's config, compiled when first asked for */
  config(nodeId: string): CompiledConfig;
  /** ids of the steps that executing this node, and the nodes that may be run inline after it, can read */
  referencedSteps(nodeId: string): readonly string[];
}

/**
 * Plans a definition. A valid one is taken as it is; of one that was changed behind the product's back, edges that lead
 * nowhere, to themselves or to a trigger are left out, so that a run on it ends.
 *
 * @throws Error when there is no trigger
 */
export function planGraph(definition: Definition): GraphPlan {
  const byId = new Map(definition.nodes.map((node) => [node.id, node]));
  const trigger = definition.nodes.find((node) => node.type === "trigger");
  if (!trigger) throw new Error("The definition has no trigger, so nothing can run.");
  const edges = definition.edges.filter((edge) => isWalkable(edge, byId));
  const order = topologicalOrder([...byId.keys()], edges);
  const nodes = planNodes(byId, edges, order);
  const planned = (nodeId: string): PlannedNode => {
    const node = nodes.get(nodeId);
    if (!node) throw new Error(`The definition has no node "${nodeId}".`);
    return node;
  };
  const config = remember((nodeId) => compileConfig(planned(nodeId).node));
  let ancestors: ((nodeId: string) => ReadonlySet<string>) | undefined;
  return {
    definition,
    trigger,
    node: (nodeId) => byId.get(nodeId),
    planned,
    order,
    ancestors(nodeId) {
      ancestors ??= ancestorSets(order, edges);
      return ancestors(nodeId);
    },
    config,
    referencedSteps: remember((nodeId) => collectReferencedSteps(nodeId, planned, config)),
  };
}

function isWalkable(edge: Edge, nodes: ReadonlyMap<string, Node>): boolean {
  const target = nodes.get(edge.target);
  return nodes.has(edge.source) && target !== undefined && target.type !== "trigger" && edge.source !== edge.target;
}

function planNodes(
  byId: ReadonlyMap<string, Node>,
  edges: readonly Edge[],
  order: readonly string[],
): ReadonlyMap<string, PlannedNode> {
  const outgoing = new Map<string, Edge[]>();
  const incoming = new Map<string, number>();
  for (const edge of edges) {
    incoming.set(edge.target, (incoming.get(edge.target) ?? 0) + 1);
    const leaving = outgoing.get(edge.source);
    if (leaving) leaving.push(edge);
    else outgoing.set(edge.source, [edge]);
  }
  const nodes = new Map<string, PlannedNode>();
  // Backwards, so that what lies below a node is known before the node.
  for (const nodeId of [...order].reverse()) {
    const node = byId.get(nodeId);
    if (!node) continue;
    const leaving = outgoing.get(nodeId) ?? [];
    const arriving = incoming.get(nodeId) ?? 0;
    const joinsAll = node.join === "all" && arriving > 1;
    nodes.set(nodeId, {
      node,
      pure: nodeKind(node.type).pure,
      maxAttempts: maxAttemptsOf(node) ?? defaultMaxAttempts,
      outgoing: leaving,
      incoming: arriving,
      joinsAll,
      needsDecisions: joinsAll || leaving.some((edge) => nodes.get(edge.target)?.needsDecisions),
    });
  }
  return nodes;
}

/** Whether a node is run in the same claim as the one before it: it is pure, and nothing else leads to it. */
export function runsInline(planned: PlannedNode): boolean {
  return planned.pure && planned.incoming === 1;
}

function collectReferencedSteps(
  nodeId: string,
  planned: (nodeId: string) => PlannedNode,
  config: (nodeId: string) => CompiledConfig,
): readonly string[] {
  const steps = new Set<string>();
  const seen = new Set([nodeId]);
  // The set grows while it is walked.
  for (const current of seen) {
    for (const step of config(current).stepIds) steps.add(step);
    for (const { target } of planned(current).outgoing) {
      if (runsInline(planned(target))) seen.add(target);
    }
  }
  return [...steps];
}

function remember<Value>(compute: (nodeId: string) => Value): (nodeId: string) => Value {
  const known = new Map<string, Value>();
  return (nodeId) => {
    const before = known.get(nodeId);
    if (before !== undefined) return before;
    const value = compute(nodeId);
    known.set(nodeId, value);
    return value;
  };
}
