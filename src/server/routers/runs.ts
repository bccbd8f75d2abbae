import { changedRunPage, changeRunsInput } from "@/contracts/change-runs";
import { byIdInput } from "@/contracts/common";
import { runExplanation } from "@/contracts/explanation";
import { runDefinition, runOverview, runPayload } from "@/contracts/run-view";
import {
  countRunsInput,
  listRunsInput,
  run,
  runCounts,
  runPage,
  startedRun,
  step,
  testRunInput,
  tickInput,
  tickOutput,
  triggerInput,
} from "@/contracts/runs";
import { cancelRun } from "@/services/runs/cancel";
import { cancelRuns } from "@/services/runs/cancel-many";
import { countRuns } from "@/services/runs/count";
import { getRunDefinition } from "@/services/runs/definition";
import { explainRun } from "@/services/runs/explain";
import { getRun } from "@/services/runs/get";
import { listRuns } from "@/services/runs/list";
import { getRunOverview } from "@/services/runs/overview";
import { getRunPayload } from "@/services/runs/payload";
import { retryRun } from "@/services/runs/retry";
import { retryRuns } from "@/services/runs/retry-many";
import { getStep } from "@/services/runs/step";
import { testRun } from "@/services/runs/test-run";
import { tickRuns } from "@/services/runs/tick";
import { triggerRun } from "@/services/runs/trigger";
import { compiled } from "../compiled-parser";
import { procedure, router } from "../trpc";

export const runsRouter = router({
  list: procedure
    .input(listRunsInput)
    .output(runPage)
    .query(({ ctx, input }) => listRuns(ctx.services, input)),

  get: procedure
    .input(byIdInput)
    .output(compiled(run))
    .query(({ ctx, input }) => getRun(ctx.services, input)),

  overview: procedure
    .input(byIdInput)
    .output(compiled(runOverview))
    .query(({ ctx, input }) => getRunOverview(ctx.services, input)),

  definition: procedure
    .input(byIdInput)
    .output(runDefinition)
    .query(({ ctx, input }) => getRunDefinition(ctx.services, input)),

  explanation: procedure
    .input(byIdInput)
    .output(runExplanation)
    .query(({ ctx, input }) => explainRun(ctx.services, input)),

  payload: procedure
    .input(byIdInput)
    .output(runPayload)
    .query(({ ctx, input }) => getRunPayload(ctx.services, input)),

  step: procedure
    .input(byIdInput)
    .output(step)
    .query(({ ctx, input }) => getStep(ctx.services, input)),

  counts: procedure
    .input(countRunsInput)
    .output(runCounts)
    .query(({ ctx, input }) => countRuns(ctx.services, input)),

  trigger: procedure
    .input(triggerInput)
    .output(startedRun)
    .mutation(async ({ ctx, input }) => (await triggerRun(ctx.services, input)).run),

  retry: procedure
    .input(byIdInput)
    .output(compiled(run))
    .mutation(({ ctx, input }) => retryRun(ctx.services, input)),

  cancel: procedure
    .input(byIdInput)
    .output(compiled(run))
    .mutation(({ ctx, input }) => cancelRun(ctx.services, input)),

  retryMany: procedure
    .input(changeRunsInput)
    .output(changedRunPage)
    .mutation(({ ctx, input }) => retryRuns(ctx.services, input)),

  cancelMany: procedure
    .input(changeRunsInput)
    .output(changedRunPage)
    .mutation(({ ctx, input }) => cancelRuns(ctx.services, input)),

  testRun: procedure
    .input(testRunInput)
    .output(startedRun)
    .mutation(({ ctx, input }) => testRun(ctx.services, input)),

  tick: procedure
    .input(tickInput)
    .output(tickOutput)
    .mutation(({ ctx, input }) => tickRuns(ctx.services, input)),
});
