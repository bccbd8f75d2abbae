import type { Run } from "@/contracts/runs";
import type { ServiceContext } from "../context";
import { requireUuid } from "../ids";
import { getRun } from "./get";
import { retryChange } from "./retry-many";

/**
 * Sends the dead steps of a failed run back to the queue; what succeeded is not done again.
 *
 * @throws AppError `not_found`, `run_not_failed`
 */
export async function retryRun(context: ServiceContext, input: { id: string }): Promise<Run> {
  const id = requireUuid("run", input.id);
  const retried = await retryChange.act(context, id);
  const run = await getRun(context, { id });
  if (!retried) throw retryChange.refusal(run.status);
  return run;
}
