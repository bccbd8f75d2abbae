import { changeRunsInput } from "@/contracts/change-runs";
import { restRoute } from "@/server/rest";
import { retryRuns } from "@/services/runs/retry-many";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, json }) {
    const context = services();
    const input = changeRunsInput.parse((await json())?.parse());
    return { status: 200, body: await retryRuns(context, input) };
  },
});
