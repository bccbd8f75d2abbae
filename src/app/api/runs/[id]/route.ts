import { byIdInput } from "@/contracts/common";
import { restRoute } from "@/server/rest";
import { getRun } from "@/services/runs/get";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await getRun(services(), byIdInput.parse(params)) };
  },
});
