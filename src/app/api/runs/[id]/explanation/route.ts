import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { explainRun } from "@/services/runs/explain";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await explainRun(services(), byIdInput.parse(params)) };
  },
});
