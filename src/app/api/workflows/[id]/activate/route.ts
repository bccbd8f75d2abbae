import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { activateWorkflow } from "@/services/workflows/activate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, params, ignoreBody }) {
    const context = services();
    await ignoreBody();
    return { status: 200, body: await activateWorkflow(context, byIdInput.parse(params)) };
  },
});
