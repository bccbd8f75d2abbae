import type { Run } from "@/contracts/runs";
import { AppError } from "@/core/errors";
import { retryRun as retryInEngine } from "@/engine/retry";
import type { ServiceContext } from "../context";
import { requireUuid } from "../ids";
import { getRun } from "./get";

/**
 * Sends the dead steps of a failed run back to the queue; what succeeded is not done again.
 *
 * @throws AppError `not_found`, `run_not_failed`
 */
export async function retryRun(context: ServiceContext, input: { id: string }): Promise<Run> {
  const id = requireUuid("run", input.id);
  const retried = await retryInEngine(context.engine, { runId: id, actor: context.actor });
  const run = await getRun(context, { id });
  if (!retried) {
    throw new AppError("run_not_failed", `Only a failed run can be retried; this one is ${run.status}.`, {
      status: run.status,
    });
  }
  return run;
}
