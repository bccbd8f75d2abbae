import { createApiKeyInput, listApiKeysInput } from "@/contracts/accounts";
import { queryInput } from "@/server/query-input";
import { restRoute } from "@/server/rest";
import { createApiKey, listApiKeys } from "@/services/accounts/api-keys";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, query }) {
    const input = listApiKeysInput.parse(queryInput(query, ["limit", "cursor"]));
    return { status: 200, body: await listApiKeys(services(), input) };
  },

  async POST({ services, json }) {
    const context = services();
    return { status: 201, body: await createApiKey(context, createApiKeyInput.parse((await json())?.parse())) };
  },
});
