import type { Edge } from "../definition";
import type { NodeType } from "../kinds";
import { type GraphPlan, type PlannedNode, runsInline } from "./plan";

/** How a node that was run inline ended. */
export interface InlineResult<Value> {
  status: "succeeded" | "dead";
  branch?: string | undefined;
  /** whatever the caller wants to find in the successor: output, error */
  value: Value;
}

/** A step to record after another one ended. */
export interface Successor<Value> {
  nodeId: string;
  nodeType: NodeType;
  maxAttempts: number;
  /** the number of incoming edges that the node has in the graph */
  edgesIn: number;
  /** waits until all of them are decided */
  needAll: boolean;
  /** how many of them this walk decided, */
  decided: number;
  /** and how many of those were taken */
  taken: number;
  /** null: to be enqueued, or to wait, as its edges say */
  status: null | "succeeded" | "dead" | "skipped";
  /** what running it inline came to */
  inline?: Value;
}

/** How a step ended: done, with the branch it chose (if its type has branches), or skipped. */
export type StepEnd = { branch?: string | undefined } | "skipped";

/**
 * What follows from the end of a step. The walk goes on through nodes that are run inline and through nodes that are
 * skipped; it stops at nodes that must be enqueued, at nodes that others lead to as well, and at dead ones. An edge
 * that was not taken is followed only where a join that waits for all edges lies at its target or below.
 *
 * @param runInline runs a pure node; called once for each, after the node that leads to it; undefined: it must be enqueued
 */
export function nextSteps<Value>(
  plan: GraphPlan,
  nodeId: string,
  end: StepEnd,
  runInline: (nodeId: string) => InlineResult<Value> | undefined,
): Successor<Value>[] {
  const successors = new Map<string, Successor<Value>>();
  const ended: { nodeId: string; end: StepEnd }[] = [{ nodeId, end }];
  // The list grows while it is walked.
  for (const step of ended) {
    for (const edge of plan.planned(step.nodeId).outgoing) {
      const target = plan.planned(edge.target);
      const taken = isTaken(edge, step.end);
      if (!taken && !target.needsDecisions) continue;
      if (target.incoming > 1) {
        decideEdge(successors, target, taken);
        continue;
      }
      // Only on a cycle cut off from the trigger could a node with one incoming edge be met again.
      if (successors.has(edge.target)) continue;
      const { successor, goesOn } = succeed(target, taken, runInline);
      successors.set(edge.target, successor);
      if (goesOn) ended.push({ nodeId: edge.target, end: goesOn });
    }
  }
  return [...successors.values()];
}

function isTaken(edge: Edge, end: StepEnd): boolean {
  return end !== "skipped" && (edge.branch === undefined || edge.branch === end.branch);
}

function decideEdge<Value>(successors: Map<string, Successor<Value>>, target: PlannedNode, taken: boolean): void {
  const successor = successors.get(target.node.id) ?? enqueued(target);
  successor.decided++;
  if (taken) successor.taken++;
  successors.set(target.node.id, successor);
}

/** Decides a node that only one edge leads to; `goesOn` is its end, if the walk goes on from it. */
function succeed<Value>(
  target: PlannedNode,
  taken: boolean,
  runInline: (nodeId: string) => InlineResult<Value> | undefined,
): { successor: Successor<Value>; goesOn?: StepEnd } {
  const successor = enqueued<Value>(target);
  successor.decided = 1;
  if (!taken) {
    successor.status = "skipped";
    return { successor, goesOn: "skipped" };
  }
  successor.taken = 1;
  const result = runsInline(target) ? runInline(target.node.id) : undefined;
  if (!result) return { successor };
  successor.status = result.status;
  successor.inline = result.value;
  return result.status === "dead" ? { successor } : { successor, goesOn: result };
}

function enqueued<Value>({ node, maxAttempts, incoming, joinsAll }: PlannedNode): Successor<Value> {
  return {
    nodeId: node.id,
    nodeType: node.type,
    maxAttempts,
    edgesIn: incoming,
    needAll: joinsAll,
    decided: 0,
    taken: 0,
    status: null,
  };
}
