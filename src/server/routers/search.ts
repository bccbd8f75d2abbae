import { searchInput, searchResult } from "@/contracts/search";
import { findByText } from "@/services/search/find";
import { procedure, router } from "../trpc";

export const searchRouter = router({
  find: procedure
    .input(searchInput)
    .output(searchResult)
    .query(({ ctx, input }) => findByText(ctx.services, input)),
});
