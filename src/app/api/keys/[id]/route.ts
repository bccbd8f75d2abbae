import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { revokeApiKey } from "@/services/accounts/api-keys";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async DELETE({ services, params, ignoreBody }) {
    const context = services();
    await ignoreBody();
    return { status: 200, body: await revokeApiKey(context, byIdInput.parse(params)) };
  },
});
