import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { listRecentPayloads } from "@/services/workflows/recent-payloads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await listRecentPayloads(services(), byIdInput.parse(params)) };
  },
});
