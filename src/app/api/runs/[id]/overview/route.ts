import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { getRunOverview } from "@/services/runs/overview";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await getRunOverview(services(), byIdInput.parse(params)) };
  },
});
