import { router } from "../trpc";
import { apiKeysRouter } from "./api-keys";
import { auditRouter } from "./audit";
import { dashboardRouter } from "./dashboard";
import { deadLettersRouter } from "./dead-letters";
import { liveRouter } from "./live";
import { runsRouter } from "./runs";
import { searchRouter } from "./search";
import { secretsRouter } from "./secrets";
import { sessionRouter } from "./session";
import { systemRouter } from "./system";
import { usersRouter } from "./users";
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
  users: usersRouter,
  apiKeys: apiKeysRouter,
  audit: auditRouter,
  session: sessionRouter,
});

export type AppRouter = typeof appRouter;
