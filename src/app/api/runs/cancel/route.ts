import { changeRunsInput } from "@/contracts/change-runs";
import { restRoute } from "@/server/rest";
import { cancelRuns } from "@/services/runs/cancel-many";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, json }) {
    const context = services();
    const input = changeRunsInput.parse((await json())?.parse());
    return { status: 200, body: await cancelRuns(context, input) };
  },
});
