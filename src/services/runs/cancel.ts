import type { Run } from "@/contracts/runs";
import type { ServiceContext } from "../context";
import { requireUuid } from "../ids";
import { cancelChange } from "./cancel-many";
import { getRun } from "./get";

/**
 * Cancels an unfinished run, with or without a worker alive; what its running steps still answer is refused.
 *
 * @throws AppError `not_found`, `run_finished`
 */
export async function cancelRun(context: ServiceContext, input: { id: string }): Promise<Run> {
  const id = requireUuid("run", input.id);
  const cancelled = await cancelChange.act(context, id);
  const run = await getRun(context, { id });
  if (!cancelled) throw cancelChange.refusal(run.status);
  return run;
}
