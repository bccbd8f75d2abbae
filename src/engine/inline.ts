import type { Outcome, StepError } from "@/core/executor";
import type { InlineResult } from "@/core/graph/next";
import type { GraphPlan } from "@/core/graph/plan";
import { type Json, stringifyJson } from "@/core/json";
import { measureJson } from "@/core/measure-json";
import type { EngineContext } from "./context";
import { evaluateNode, executorFailed, runExecutor } from "./evaluate-node";
import type { InlineExecution } from "./new-step";
import { type StepData, StepExecution, StepScope } from "./step-scope";
import { storedError } from "./stored-result";

/** `outputs` grows with each inline node that succeeds, so that the next can refer to it. */
export interface InlineScope extends StepData {
  runId: string;
  /** characters of JSON that inline nodes may still leave to store in this walk */
  room: number;
}

/**
 * How much the nodes of one walk may leave to store. Each may repeat a value of megabytes, and all of it is written in
 * one statement: nodes that would leave more than this are enqueued, and executed one by one.
 */
export const inlineRoom = 1_000_000;

/** An inline node is answered before anything could stop it, */
const neverStopped = { signal: new AbortController().signal };

/** and never waits for memory. */
const anyMemory = () => undefined;

/**
 * Executes a pure node with the completion of its predecessor, without a claim of its own.
 *
 * @returns undefined when its result is too large to be written along; it must be enqueued
 */
export function runInline(
  engine: EngineContext,
  plan: GraphPlan,
  nodeId: string,
  scope: InlineScope,
): InlineResult<InlineExecution> | undefined {
  const { type, config } = plan.planned(nodeId).node;
  try {
    const evaluated = evaluateNode(plan, nodeId, new StepScope(scope, scope.runId, { url: engine.appUrl }));
    const { shown } = evaluated;
    if (!evaluated.ok) return dead(shown, evaluated.error, scope);
    const execution = new StepExecution(
      {
        config: evaluated.config,
        runId: scope.runId,
        nodeId,
        attempt: 1,
        maxAttempts: 1,
        dedupKey: dedupKeyOf(scope.runId, nodeId),
        previousOutput: undefined,
        reserve: anyMemory,
      },
      scope,
      neverStopped,
    );
    return inlineResult(nodeId, shown, runExecutor(engine.registry, evaluated.type, execution), scope);
  } catch (error) {
    // The node before it has had its effect, which must not be thrown away with this one's defect.
    return dead(config, executorFailed(type, error), scope);
  }
}

/** `run-<run>:node-<node>`: the same for every try at a step, and what its effects are deduplicated by. */
export function dedupKeyOf(runId: string, nodeId: string): string {
  return `run-${runId}:node-${nodeId}`;
}

function inlineResult(
  nodeId: string,
  shown: Json,
  outcome: Outcome | Promise<Outcome>,
  scope: InlineScope,
): InlineResult<InlineExecution> | undefined {
  if (outcome instanceof Promise)
    throw new Error(`The node "${nodeId}" is marked pure, but its executor is not synchronous.`);
  switch (outcome.kind) {
    case "done":
      if (!fits([shown, outcome.output], scope)) return undefined;
      scope.outputs.succeeded(nodeId, outcome.output);
      return {
        status: "succeeded",
        branch: outcome.branch,
        value: { input: stringifyJson(shown), output: stringifyJson(outcome.output) },
      };
    case "dead":
    case "retry":
      return dead(shown, outcome.error, scope);
    default:
      throw new Error(`The node "${nodeId}" is marked pure, but its executor answered "${outcome.kind}".`);
  }
}

function dead(input: Json, error: StepError, scope: InlineScope): InlineResult<InlineExecution> | undefined {
  if (!fits([input, error.details], scope)) return undefined;
  return { status: "dead", value: { input: stringifyJson(input), error: storedError(error) } };
}

/** Whether the values still fit into the walk's room, of which they then take their part. */
function fits(values: readonly Json[], scope: InlineScope): boolean {
  for (const value of values) {
    if (scope.room >= 0) scope.room -= measureJson(value, scope.room).size;
  }
  return scope.room >= 0;
}
