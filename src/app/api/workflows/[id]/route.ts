import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { getWorkflow } from "@/services/workflows/get";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await getWorkflow(services(), byIdInput.parse(params)) };
  },
});
