import { backoffMs, retryDelayMs } from "@/core/backoff";
import { type Outcome, stepError } from "@/core/executor";
import { nextSteps, type StepEnd } from "@/core/graph/next";
import type { GraphPlan } from "@/core/graph/plan";
import { isJsonObject, type Json, type JsonObject, parseStoredJson } from "@/core/json";
import type { ClaimedStep } from "./claim";
import type { FinishedStep } from "./complete";
import type { EngineContext } from "./context";
import { evaluateNode, executorFailed, runExecutor, SecretUnreadableError } from "./evaluate-node";
import { inlineRoom, runInline } from "./inline";
import { LazyJson } from "./lazy-json";
import { BrokenDefinitionError } from "./load-plan";
import type { LoadedSecret } from "./load-secrets";
import type { NewStep } from "./new-step";
import type { PreparedStep } from "./prepare";
import type { StopSign } from "./step-aborted";
import { type StepData, StepExecution, StepScope } from "./step-scope";
import { storedOutcome, storedText } from "./stored-result";

/** Takes memory for what an execution holds besides its inputs; see NodeExecution. */
type Reserve = (bytes: number) => Promise<void> | undefined;

/**
 * Executes a claimed step and decides what follows; writes nothing. Answers at once when the executor does: a promise
 * says that the step waits for something outside.
 *
 * Many executions wait for others at the same time, so while this one waits it holds its values as text, not as trees:
 * what was evaluated is gone once its request is on its way, and is read again for what follows.
 *
 * @param reserve left out: as much as it likes
 * @throws the reason of `stop` when it comes before the executor has answered
 */
export function execute(
  engine: EngineContext,
  prepared: PreparedStep,
  stop: StopSign,
  reserve: Reserve = () => undefined,
): FinishedStep | Promise<FinishedStep> {
  const { step, plan } = prepared;
  if (plan instanceof BrokenDefinitionError) {
    return finished(step, { kind: "dead", error: stepError("invalid_definition", plan.message) }, null);
  }
  if (!plan.node(step.nodeId)) {
    const message = `The definition has no node "${step.nodeId}".`;
    return finished(step, { kind: "dead", error: stepError("invalid_definition", message) }, null);
  }
  const data = dataOf(prepared);
  if (step.edgesIn > 0 && step.edgesTaken === 0) {
    return { ...finished(step, { kind: "skip" }, null), successors: successors(engine, plan, step, data, "skipped") };
  }

  const hide = hider(engine, plan, prepared);
  const { input, answer } = begin(engine, plan, prepared, { data, hide, stop, reserve });
  const conclude = (answered: Outcome): FinishedStep => {
    // What is done is done, even when it was to be stopped: the fence decides whether it still counts.
    if (answered.kind !== "done" && stop.reason) throw stop.reason;
    const outcome = hideSecrets(answered, hide);
    const result = finished(step, outcome, input);
    if (outcome.kind !== "done" || result.outcome.kind !== "done") return result;
    data.outputs.succeeded(step.nodeId, outcome.output);
    return { ...result, successors: successors(engine, plan, step, data, { branch: outcome.branch }) };
  };
  if (!(answer instanceof Promise)) return conclude(answer);
  data.payload.forget();
  data.outputs.forget();
  return answer.catch((error: unknown) => failed(step, error, stop)).then(conclude);
}

interface ExecutionData extends StepData {
  payload: LazyJson;
}

function dataOf({ step, payload, outputs }: PreparedStep): ExecutionData {
  if (payload === null) throw new Error(`The payload of run ${step.runId} was not loaded.`);
  return { payload: new LazyJson(payload), outputs: outputs.fork() };
}

type Hide = <Value extends Json>(value: Value) => Value;

const nothingToHide: Hide = (value) => value;

/** Replaces every secret that the step can read. */
function hider(engine: EngineContext, plan: GraphPlan, { step, secrets }: PreparedStep): Hide {
  const used = usedSecrets(plan, step.nodeId, secrets);
  return used.length === 0 ? nothingToHide : (value) => engine.vault.redact(value, used) as typeof value;
}

/**
 * Evaluates the config and calls the executor. Not asynchronous, and what it makes is handed on to nobody but the
 * executor: a frame that waits would hold it all.
 */
function begin(
  engine: EngineContext,
  plan: GraphPlan,
  { step, secrets }: PreparedStep,
  { data, hide, stop, reserve }: { data: ExecutionData; hide: Hide; stop: StopSign; reserve: Reserve },
): { input: string | null; answer: Outcome | Promise<Outcome> } {
  const scope = new StepScope(data, step.runId, { url: engine.appUrl }, (key) => secretValue(secrets, key));
  const evaluated = evaluateNode(plan, step.nodeId, scope);
  const shown = storedText("config", hide(evaluated.shown));
  if ("error" in shown) return { input: null, answer: { kind: "dead", error: shown.error } };
  const input = shown.text;
  if (!evaluated.ok) return { input, answer: { kind: "dead", error: evaluated.error } };
  try {
    const execution = new StepExecution(
      {
        config: evaluated.config,
        runId: step.runId,
        nodeId: step.nodeId,
        attempt: step.attempt,
        maxAttempts: step.maxAttempts,
        dedupKey: step.dedupKey,
        previousOutput: previousOutput(step),
        boundSecrets: usedSecrets(plan, step.nodeId, secrets).filter(({ hosts }) => hosts.length > 0),
        reserve,
      },
      data,
      stop,
    );
    return { input, answer: runExecutor(engine.registry, evaluated.type, execution) };
  } catch (error) {
    return { input, answer: failed(step, error, stop) };
  }
}

/** A defect of the executor, unless it was stopped. It may be passing, and it must not be silent. */
function failed(step: ClaimedStep, error: unknown, stop: StopSign): Outcome {
  if (stop.reason) throw stop.reason;
  return { kind: "retry", error: executorFailed(step.nodeType, error) };
}

/** What follows from the step's end, with the results of what is executed along the way. */
function successors(
  engine: EngineContext,
  plan: GraphPlan,
  step: ClaimedStep,
  data: ExecutionData,
  end: StepEnd,
): NewStep[] {
  const scope = { runId: step.runId, ...data, room: inlineRoom };
  return nextSteps(plan, step.nodeId, end, (nodeId) => runInline(engine, plan, nodeId, scope));
}

/** The outcome with every secret that the step could read replaced, in its output and its error. */
function hideSecrets(outcome: Outcome, hide: Hide): Outcome {
  if (hide === nothingToHide) return outcome;
  if (outcome.kind === "done") return { ...outcome, output: hide(outcome.output) };
  if (outcome.kind !== "retry" && outcome.kind !== "dead") return outcome;
  const { code, message, details } = outcome.error;
  return { ...outcome, error: { code, message: hide(message), details: hide(details) } };
}

function previousOutput(step: ClaimedStep): JsonObject | undefined {
  if (step.output === null) return undefined;
  const output = parseStoredJson(step.output);
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
): { key: string; value: string; hosts: readonly string[] }[] {
  return plan.config(nodeId).secretKeys.flatMap((key) => {
    const secret = secrets.get(key);
    return secret?.ok ? [{ key, value: secret.value, hosts: secret.hosts }] : [];
  });
}

function finished(step: ClaimedStep, outcome: Outcome, input: string | null): FinishedStep {
  return { step, outcome: storedOutcome(outcome), delayMs: delayOf(step, outcome), input, successors: [] };
}

export function delayOf(step: ClaimedStep, outcome: Outcome): number {
  if (outcome.kind === "wait") return outcome.delayMs;
  if (outcome.kind === "giveback") return outcome.delayMs ?? 0;
  if (outcome.kind === "retry") return retryDelayMs(backoffMs(step.attempt, Math.random()), outcome.delayMs);
  return 0;
}
