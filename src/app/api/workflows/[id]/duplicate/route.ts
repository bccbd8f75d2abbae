import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { duplicateWorkflow } from "@/services/workflows/duplicate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, params, ignoreBody }) {
    const context = services();
    await ignoreBody();
    return { status: 201, body: await duplicateWorkflow(context, byIdInput.parse(params)) };
  },
});
