import { liveRunInput, liveRunsInput } from "@/contracts/live";
import { procedure, router } from "../trpc";
import { webProcess } from "../web-process";

/** Subscriptions, served as server-sent events. */
export const liveRouter = router({
  run: procedure
    .input(liveRunInput)
    .subscription(({ ctx, input: { id, lastEventId }, signal }) =>
      webProcess().live.run(ctx.services, id, { lastEventId, signal }),
    ),

  runs: procedure
    .input(liveRunsInput)
    .subscription(({ input, signal }) => webProcess().live.runs({ lastEventId: input?.lastEventId, signal })),
});
