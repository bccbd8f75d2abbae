import { secretByKeyInput } from "@/contracts/secrets";
import { restRoute } from "@/server/rest";
import { secretUsage } from "@/services/secrets/usage";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await secretUsage(services(), secretByKeyInput.parse(params)) };
  },
});
