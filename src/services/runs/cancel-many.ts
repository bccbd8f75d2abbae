import type { ChangedRunPage, ChangeRunsInput } from "@/contracts/change-runs";
import { AppError } from "@/core/errors";
import { cancelRun } from "@/engine/cancel";
import type { ServiceContext } from "../context";
import type { RunChange } from "./change-each";
import { changeMany } from "./change-many";

/** Also what cancelling one run is. */
export const cancelChange: RunChange = {
  act: ({ engine, actor }, runId) => cancelRun(engine, { runId, actor }),
  refusal: (status) =>
    new AppError("run_finished", `Only an unfinished run can be cancelled; this one is ${status}.`, { status }),
};

/** Cancels unfinished runs, and tells of each what became of it. */
export function cancelRuns(context: ServiceContext, input: ChangeRunsInput): Promise<ChangedRunPage> {
  return changeMany(context, input, cancelChange, ["pending", "running"]);
}
