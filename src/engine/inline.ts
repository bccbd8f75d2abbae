import type { Outcome, StepError } from "@/core/executor";
import type { InlineResult } from "@/core/graph/next";
import type { GraphPlan } from "@/core/graph/plan";
import type { Json } from "@/core/json";
import type { EngineContext } from "./context";
import { evaluateNode, executorFailed, runExecutor } from "./evaluate-node";
import type { StepOutputs } from "./step-outputs";

export interface InlineScope {
  runId: string;
  payload: Json;
  /** grows with each inline node that succeeds, so that the next can refer to it */
  outputs: StepOutputs;
}

/** What executing a node inline left to store. */
export interface InlineExecution {
  input: Json;
  output?: Json;
  error?: StepError;
}

/** Never fires: an inline node is answered before anything could stop it. */
const neverAborted = new AbortController().signal;

/** Executes a pure node with the completion of its predecessor, without a claim of its own. */
export function runInline(
  engine: EngineContext,
  plan: GraphPlan,
  nodeId: string,
  scope: InlineScope,
): InlineResult<InlineExecution> {
  const { type, config } = plan.planned(nodeId).node;
  try {
    const evaluated = evaluateNode(plan, nodeId, {
      trigger: scope.payload,
      step: scope.outputs.lookup,
      run: { id: scope.runId },
      app: { url: engine.appUrl },
    });
    if (!evaluated.ok) return { status: "dead", value: { input: evaluated.shown, error: evaluated.error } };
    const outcome = runExecutor(engine.registry, evaluated.type, {
      config: evaluated.config,
      runId: scope.runId,
      nodeId,
      attempt: 1,
      maxAttempts: 1,
      dedupKey: dedupKeyOf(scope.runId, nodeId),
      payload: scope.payload,
      previousOutput: undefined,
      signal: neverAborted,
    });
    return inlineResult(nodeId, evaluated.shown, outcome, scope.outputs);
  } catch (error) {
    // The node before it has had its effect, which must not be thrown away with this one's defect.
    return { status: "dead", value: { input: config, error: executorFailed(type, error) } };
  }
}

/** `run-<run>:node-<node>`: the same for every try at a step, and what its effects are deduplicated by. */
export function dedupKeyOf(runId: string, nodeId: string): string {
  return `run-${runId}:node-${nodeId}`;
}

function inlineResult(
  nodeId: string,
  input: Json,
  outcome: Outcome | Promise<Outcome>,
  outputs: StepOutputs,
): InlineResult<InlineExecution> {
  if (outcome instanceof Promise)
    throw new Error(`The node "${nodeId}" is marked pure, but its executor is not synchronous.`);
  switch (outcome.kind) {
    case "done":
      outputs.succeeded(nodeId, outcome.output);
      return { status: "succeeded", branch: outcome.branch, value: { input, output: outcome.output } };
    case "dead":
    case "retry":
      return { status: "dead", value: { input, error: outcome.error } };
    default:
      throw new Error(`The node "${nodeId}" is marked pure, but its executor answered "${outcome.kind}".`);
  }
}
