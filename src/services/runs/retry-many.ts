import type { ChangedRunPage, ChangeRunsInput } from "@/contracts/change-runs";
import { AppError } from "@/core/errors";
import { retryRun } from "@/engine/retry";
import type { ServiceContext } from "../context";
import type { RunChange } from "./change-each";
import { changeMany } from "./change-many";

/** Also what retrying one run is. */
export const retryChange: RunChange = {
  act: ({ engine, actor }, runId) => retryRun(engine, { runId, actor }),
  refusal: (status) =>
    new AppError("run_not_failed", `Only a failed run can be retried; this one is ${status}.`, { status }),
};

/** Retries failed runs, and tells of each what became of it. */
export function retryRuns(context: ServiceContext, input: ChangeRunsInput): Promise<ChangedRunPage> {
  return changeMany(context, input, retryChange, ["failed"]);
}
