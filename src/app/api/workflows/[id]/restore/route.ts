import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { restoreWorkflow } from "@/services/workflows/restore";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, params, ignoreBody }) {
    const context = services();
    await ignoreBody();
    return { status: 200, body: await restoreWorkflow(context, byIdInput.parse(params)) };
  },
});
