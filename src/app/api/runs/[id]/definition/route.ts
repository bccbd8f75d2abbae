import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { getRunDefinition } from "@/services/runs/definition";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await getRunDefinition(services(), byIdInput.parse(params)) };
  },
});
