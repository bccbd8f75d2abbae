import { liveRunInput, liveRunsInput } from "@/contracts/live";
import { whileAdmitted } from "../live/while-admitted";
import { procedure, router } from "../trpc";
import { webProcess } from "../web-process";

/** Subscriptions, served as server-sent events. */
export const liveRouter = router({
  run: procedure
    .input(liveRunInput)
    .subscription(({ ctx: { door, services }, path: name, input: { id, lastEventId }, signal }) =>
      whileAdmitted({ door, name, target: { id }, signal }, (open) =>
        webProcess().live.run(services, id, { lastEventId, signal: open }),
      ),
    ),

  runs: procedure
    .input(liveRunsInput)
    .subscription(({ ctx: { door }, path: name, input, signal }) =>
      whileAdmitted({ door, name, target: {}, signal }, (open) =>
        webProcess().live.runs({ lastEventId: input?.lastEventId, signal: open }),
      ),
    ),
});
