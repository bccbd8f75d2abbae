import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { archiveWorkflow } from "@/services/workflows/archive";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, params, ignoreBody }) {
    const context = services();
    await ignoreBody();
    return { status: 200, body: await archiveWorkflow(context, byIdInput.parse(params)) };
  },
});
