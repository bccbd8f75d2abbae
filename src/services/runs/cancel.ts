import type { Run } from "@/contracts/runs";
import { AppError } from "@/core/errors";
import { cancelRun as cancelInEngine } from "@/engine/cancel";
import type { ServiceContext } from "../context";
import { requireUuid } from "../ids";
import { getRun } from "./get";

/**
 * Cancels an unfinished run, with or without a worker alive; what its running steps still answer is refused.
 *
 * @throws AppError `not_found`, `run_finished`
 */
export async function cancelRun(context: ServiceContext, input: { id: string }): Promise<Run> {
  const id = requireUuid("run", input.id);
  const cancelled = await cancelInEngine(context.engine, { runId: id, actor: context.actor });
  const run = await getRun(context, { id });
  if (!cancelled) {
    throw new AppError("run_finished", `Only an unfinished run can be cancelled; this one is ${run.status}.`, {
      status: run.status,
    });
  }
  return run;
}
