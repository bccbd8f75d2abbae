import { listRunsInput } from "@/contracts/runs";
import { queryInput } from "@/server/query-input";
import { restRoute } from "@/server/rest";
import { listRuns } from "@/services/runs/list";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, query }) {
    const input = listRunsInput.parse(queryInput(query, Object.keys(listRunsInput.shape)));
    return { status: 200, body: await listRuns(services(), input) };
  },
});
