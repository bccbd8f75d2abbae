import { router } from "../trpc";
import { runsRouter } from "./runs";
import { secretsRouter } from "./secrets";
import { workflowsRouter } from "./workflows";

export const appRouter = router({
  workflows: workflowsRouter,
  runs: runsRouter,
  secrets: secretsRouter,
});

export type AppRouter = typeof appRouter;
