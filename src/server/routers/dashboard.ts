import { queueStatus, runStatistics, runStatisticsInput } from "@/contracts/dashboard";
import { getQueueStatus } from "@/services/dashboard/queue-status";
import { getRunStatistics } from "@/services/dashboard/run-statistics";
import { procedure, router } from "../trpc";
import { webProcess } from "../web-process";

/** For the start page alone. Many may look at it, so what it shows is read once for all of them. */
export const dashboardRouter = router({
  runs: procedure
    .input(runStatisticsInput)
    .output(runStatistics)
    .query(({ ctx, input }) =>
      webProcess().dashboard.runs.get(input.range, () => getRunStatistics(ctx.services, input)),
    ),

  queue: procedure
    .output(queueStatus)
    .query(({ ctx }) => webProcess().dashboard.queue.get("queue", () => getQueueStatus(ctx.services))),
});
