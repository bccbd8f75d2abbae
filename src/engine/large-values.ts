import type { EngineContext } from "./context";
import { dedupKeyOf } from "./inline";
import { BrokenDefinitionError } from "./load-plan";
import type { PreparedStep } from "./prepare";

/** How many bytes of large values the execution of a step reads: the run's payload, and outputs of other steps. */
export function largeInputBytes({ step, payload, plan, outputs }: PreparedStep): number {
  let sum = payload === null ? step.payloadBytes : 0;
  for (const bytes of outputs.missing(stepsReadBy({ step, plan })).values()) sum += bytes;
  return sum;
}

/** The step with its large values. They belong to this execution alone, and go with it. */
export async function loadLargeInputs(
  engine: Pick<EngineContext, "db">,
  prepared: PreparedStep,
): Promise<PreparedStep> {
  const { runId } = prepared.step;
  const outputs = prepared.outputs.fork();
  for (const nodeId of outputs.missing(stepsReadBy(prepared)).keys()) {
    const rows = await engine.db.$queryRaw<{ output: string | null }[]>`
      SELECT output::text AS output FROM step_execution
      WHERE run_id = ${runId}::uuid AND dedup_key = ${dedupKeyOf(runId, nodeId)} AND status = 'succeeded'`;
    const text = rows[0]?.output;
    if (text === undefined || text === null) outputs.unfinished(nodeId);
    else outputs.stored(nodeId, text);
  }
  return { ...prepared, outputs, payload: prepared.payload ?? (await loadPayload(engine, runId)) };
}

async function loadPayload(engine: Pick<EngineContext, "db">, runId: string): Promise<string> {
  const rows = await engine.db.$queryRaw<{ input: string }[]>`
    SELECT input::text AS input FROM run WHERE id = ${runId}::uuid`;
  const text = rows[0]?.input;
  if (text === undefined) throw new Error(`The run ${runId} is not there any more.`);
  return text;
}

function stepsReadBy({ step, plan }: Pick<PreparedStep, "step" | "plan">): readonly string[] {
  return plan instanceof BrokenDefinitionError || !plan.node(step.nodeId) ? [] : plan.referencedSteps(step.nodeId);
}
