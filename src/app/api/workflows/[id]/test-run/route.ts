import { testRunInput } from "@/contracts/runs";
import { restRoute } from "@/server/rest";
import { testRun } from "@/services/runs/test-run";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, params, json }) {
    const context = services();
    const input = testRunInput.parse({ id: params.id, payload: await json() });
    return { status: 202, body: await testRun(context, input) };
  },
});
