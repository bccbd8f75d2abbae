import { router } from "../trpc";
import { deadLettersRouter } from "./dead-letters";
import { runsRouter } from "./runs";
import { secretsRouter } from "./secrets";
import { workflowsRouter } from "./workflows";

export const appRouter = router({
  workflows: workflowsRouter,
  runs: runsRouter,
  deadLetters: deadLettersRouter,
  secrets: secretsRouter,
});

export type AppRouter = typeof appRouter;
