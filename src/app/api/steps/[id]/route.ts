import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { getStep } from "@/services/runs/step";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await getStep(services(), byIdInput.parse(params)) };
  },
});
