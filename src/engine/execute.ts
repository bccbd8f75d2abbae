import { backoffMs, retryDelayMs } from "@/core/backoff";
import { type Outcome, stepError } from "@/core/executor";
import { nextSteps, type StepEnd } from "@/core/graph/next";
import type { GraphPlan } from "@/core/graph/plan";
import { isJsonObject, type Json, type JsonObject, parseJson } from "@/core/json";
import type { ClaimedStep } from "./claim";
import type { FinishedStep } from "./complete";
import type { EngineContext } from "./context";
import { type EvaluatedNode, evaluateNode, executorFailed, runExecutor, SecretUnreadableError } from "./evaluate-node";
import { runInline } from "./inline";
import { BrokenDefinitionError } from "./load-plan";
import type { LoadedSecret } from "./load-secrets";
import type { NewStep } from "./new-step";
import type { PreparedStep } from "./prepare";

/**
 * Executes a claimed step and decides what follows; writes nothing.
 *
 * @throws the reason of `signal` when it fires before the executor has answered
 */
export async function execute(
  engine: EngineContext,
  prepared: PreparedStep,
  signal: AbortSignal,
): Promise<FinishedStep> {
  const { step, plan } = prepared;
  if (plan instanceof BrokenDefinitionError) {
    return finished(step, { kind: "dead", error: stepError("invalid_definition", plan.message) }, null);
  }
  const payload = parseJson(step.payload);
  const scope = { runId: step.runId, payload, outputs: prepared.outputs.fork() };
  const successors = (end: StepEnd): NewStep[] =>
    nextSteps(plan, step.nodeId, end, (nodeId) => runInline(engine, plan, nodeId, scope)).map((successor) => ({
      ...successor,
      leased: false,
    }));
  if (!plan.node(step.nodeId)) {
    const message = `The definition has no node "${step.nodeId}".`;
    return finished(step, { kind: "dead", error: stepError("invalid_definition", message) }, null);
  }
  if (step.edgesIn > 0 && step.edgesTaken === 0) {
    return { ...finished(step, { kind: "skip" }, null), successors: successors("skipped") };
  }

  const evaluated = evaluateNode(plan, step.nodeId, {
    trigger: payload,
    step: scope.outputs.lookup,
    run: { id: step.runId },
    app: { url: engine.appUrl },
    secret: (key) => secretValue(prepared.secrets, key),
  });
  const used = usedSecrets(plan, step.nodeId, prepared.secrets);
  const hide = <Value extends Json>(value: Value): Value =>
    used.length === 0 ? value : (engine.vault.redact(value, used) as Value);
  const outcome = hideSecrets(await outcomeOf(engine, step, evaluated, payload, signal), hide);
  if (outcome.kind !== "done") return finished(step, outcome, hide(evaluated.shown));
  scope.outputs.succeeded(step.nodeId, outcome.output);
  return { ...finished(step, outcome, hide(evaluated.shown)), successors: successors({ branch: outcome.branch }) };
}

async function outcomeOf(
  engine: EngineContext,
  step: ClaimedStep,
  evaluated: EvaluatedNode,
  payload: Json,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!evaluated.ok) return { kind: "dead", error: evaluated.error };
  try {
    const outcome = await runExecutor(engine.registry, evaluated.type, {
      config: evaluated.config,
      runId: step.runId,
      nodeId: step.nodeId,
      attempt: step.attempt,
      maxAttempts: step.maxAttempts,
      dedupKey: step.dedupKey,
      payload,
      previousOutput: previousOutput(step),
      signal,
    });
    // What is done is done, even when it was to be stopped: the fence decides whether it still counts.
    if (outcome.kind !== "done") signal.throwIfAborted();
    return outcome;
  } catch (error) {
    signal.throwIfAborted();
    // A defect of the executor. It may be passing, and it must not be silent.
    return { kind: "retry", error: executorFailed(step.nodeType, error) };
  }
}

/** The outcome with every secret that the step could read replaced, in its output and its error. */
function hideSecrets(outcome: Outcome, hide: <Value extends Json>(value: Value) => Value): Outcome {
  if (outcome.kind === "done") return { ...outcome, output: hide(outcome.output) };
  if (outcome.kind !== "retry" && outcome.kind !== "dead") return outcome;
  const { code, message, details } = outcome.error;
  return { ...outcome, error: { code, message: hide(message), details: hide(details) } };
}

function previousOutput(step: ClaimedStep): JsonObject | undefined {
  if (step.output === null) return undefined;
  const output = parseJson(step.output);
  return isJsonObject(output) ? output : undefined;
}

function secretValue(secrets: ReadonlyMap<string, LoadedSecret>, key: string): string | undefined {
  const secret = secrets.get(key);
  if (secret?.ok) return secret.value;
  if (secret?.reason === "unreadable") throw new SecretUnreadableError(key);
  return undefined;
}

function usedSecrets(
  plan: GraphPlan,
  nodeId: string,
  secrets: ReadonlyMap<string, LoadedSecret>,
): { key: string; value: string }[] {
  return plan.config(nodeId).secretKeys.flatMap((key) => {
    const secret = secrets.get(key);
    return secret?.ok ? [{ key, value: secret.value }] : [];
  });
}

function finished(step: ClaimedStep, outcome: Outcome, input: Json | null): FinishedStep {
  return { step, outcome, delayMs: delayOf(step, outcome), input, successors: [] };
}

export function delayOf(step: ClaimedStep, outcome: Outcome): number {
  if (outcome.kind === "wait") return outcome.delayMs;
  if (outcome.kind === "retry") return retryDelayMs(backoffMs(step.attempt, Math.random()), outcome.delayMs);
  return 0;
}
