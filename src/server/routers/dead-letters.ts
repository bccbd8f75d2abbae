import { changedRunPage } from "@/contracts/change-runs";
import {
  deadLetterGroupPage,
  deadLetterPage,
  listDeadLetterGroupsInput,
  listDeadLettersInput,
  retryDeadLettersInput,
} from "@/contracts/dead-letters";
import { listDeadLetterGroups } from "@/services/dead-letters/groups";
import { listDeadLetters } from "@/services/dead-letters/list";
import { retryDeadLetters } from "@/services/dead-letters/retry";
import { procedure, router } from "../trpc";

export const deadLettersRouter = router({
  list: procedure
    .input(listDeadLettersInput)
    .output(deadLetterPage)
    .query(({ ctx, input }) => listDeadLetters(ctx.services, input)),

  groups: procedure
    .input(listDeadLetterGroupsInput)
    .output(deadLetterGroupPage)
    .query(({ ctx, input }) => listDeadLetterGroups(ctx.services, input)),

  retry: procedure
    .input(retryDeadLettersInput)
    .output(changedRunPage)
    .mutation(({ ctx, input }) => retryDeadLetters(ctx.services, input)),
});
