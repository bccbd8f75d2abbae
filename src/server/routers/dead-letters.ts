import { deadLetterPage, listDeadLettersInput } from "@/contracts/dead-letters";
import { listDeadLetters } from "@/services/dead-letters/list";
import { procedure, router } from "../trpc";

export const deadLettersRouter = router({
  list: procedure
    .input(listDeadLettersInput)
    .output(deadLetterPage)
    .query(({ ctx, input }) => listDeadLetters(ctx.services, input)),
});
