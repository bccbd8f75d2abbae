import type { GraphPlan } from "@/core/graph/plan";
import type { ClaimedStep } from "./claim";
import type { EngineContext } from "./context";
import { loadOutputs } from "./load-outputs";
import { BrokenDefinitionError, loadPlan } from "./load-plan";
import { type LoadedSecret, loadSecrets } from "./load-secrets";
import type { StepOutputs } from "./step-outputs";

/** A claimed step with the data that its execution reads, but for what is large. */
export interface PreparedStep {
  step: ClaimedStep;
  plan: GraphPlan | BrokenDefinitionError;
  /** the run's payload, as JSON text; null as long as a large one is not loaded */
  payload: string | null;
  outputs: StepOutputs;
  secrets: ReadonlyMap<string, LoadedSecret>;
}

/** Loads what a batch of claimed steps needs: definitions (mostly cached), outputs and secrets, one statement each. */
export async function prepare(engine: EngineContext, steps: readonly ClaimedStep[]): Promise<PreparedStep[]> {
  const plans = new Map<string, GraphPlan | BrokenDefinitionError>();
  for (const { versionId } of steps) {
    if (!plans.has(versionId)) plans.set(versionId, await loadPlanOrError(engine, versionId));
  }
  const planOf = (step: ClaimedStep): GraphPlan | undefined => {
    const plan = plans.get(step.versionId);
    return plan instanceof BrokenDefinitionError || !plan?.node(step.nodeId) ? undefined : plan;
  };
  const [outputs, secrets] = await Promise.all([
    loadOutputs(engine, outputRequests(steps, planOf)),
    loadSecrets(
      engine,
      steps.flatMap((step) => planOf(step)?.config(step.nodeId).secretKeys ?? []),
    ),
  ]);
  return steps.map((step) => ({
    step,
    plan: plans.get(step.versionId) ?? new BrokenDefinitionError(`There is no workflow version ${step.versionId}.`),
    payload: step.payload,
    outputs: outputs.get(step.runId) ?? emptyOutputs(step),
    secrets,
  }));
}

async function loadPlanOrError(engine: EngineContext, versionId: string): Promise<GraphPlan | BrokenDefinitionError> {
  try {
    return await loadPlan(engine, versionId);
  } catch (error) {
    if (error instanceof BrokenDefinitionError) return error;
    throw error;
  }
}

/** Steps of one run share one request, so that they share what was read. */
function outputRequests(
  steps: readonly ClaimedStep[],
  planOf: (step: ClaimedStep) => GraphPlan | undefined,
): { runId: string; nodeIds: string[] }[] {
  const byRun = new Map<string, Set<string>>();
  for (const step of steps) {
    const nodeIds = byRun.get(step.runId) ?? new Set<string>();
    for (const nodeId of planOf(step)?.referencedSteps(step.nodeId) ?? []) nodeIds.add(nodeId);
    byRun.set(step.runId, nodeIds);
  }
  return [...byRun].map(([runId, nodeIds]) => ({ runId, nodeIds: [...nodeIds] }));
}

function emptyOutputs(step: ClaimedStep): never {
  throw new Error(`The outputs of run ${step.runId} were not asked for.`);
}
