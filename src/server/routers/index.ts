import { router } from "../trpc";
import { dashboardRouter } from "./dashboard";
import { deadLettersRouter } from "./dead-letters";
import { liveRouter } from "./live";
import { runsRouter } from "./runs";
import { searchRouter } from "./search";
import { secretsRouter } from "./secrets";
import { systemRouter } from "./system";
import { workflowsRouter } from "./workflows";

export const appRouter = router({
  workflows: workflowsRouter,
  runs: runsRouter,
  deadLetters: deadLettersRouter,
  secrets: secretsRouter,
  search: searchRouter,
  system: systemRouter,
  dashboard: dashboardRouter,
  live: liveRouter,
});

export type AppRouter = typeof appRouter;
