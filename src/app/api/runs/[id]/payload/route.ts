import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { getRunPayload } from "@/services/runs/payload";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await getRunPayload(services(), byIdInput.parse(params)) };
  },
});
