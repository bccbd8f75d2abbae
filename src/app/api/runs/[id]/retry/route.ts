import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { retryRun } from "@/services/runs/retry";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, params, ignoreBody }) {
    const context = services();
    await ignoreBody();
    return { status: 202, body: await retryRun(context, byIdInput.parse(params)) };
  },
});
