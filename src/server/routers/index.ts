import { router } from "../trpc";
import { deadLettersRouter } from "./dead-letters";
import { liveRouter } from "./live";
import { runsRouter } from "./runs";
import { secretsRouter } from "./secrets";
import { workflowsRouter } from "./workflows";

export const appRouter = router({
  workflows: workflowsRouter,
  runs: runsRouter,
  deadLetters: deadLettersRouter,
  secrets: secretsRouter,
  live: liveRouter,
});

export type AppRouter = typeof appRouter;
