import { apiKey, apiKeyPage, createApiKeyInput, createdApiKey, listApiKeysInput } from "@/contracts/accounts";
import { byIdInput } from "@/contracts/common";
import { createApiKey, listApiKeys, revokeApiKey } from "@/services/accounts/api-keys";
import { procedure, router } from "../trpc";

export const apiKeysRouter = router({
  list: procedure
    .input(listApiKeysInput)
    .output(apiKeyPage)
    .query(({ ctx, input }) => listApiKeys(ctx.services, input)),

  create: procedure
    .input(createApiKeyInput)
    .output(createdApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx.services, input)),

  revoke: procedure
    .input(byIdInput)
    .output(apiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.services, input)),
});
