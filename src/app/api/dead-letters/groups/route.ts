import { listDeadLetterGroupsInput } from "@/contracts/dead-letters";
import { queryInput } from "@/server/query-input";
import { restRoute } from "@/server/rest";
import { listDeadLetterGroups } from "@/services/dead-letters/groups";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, query }) {
    const input = listDeadLetterGroupsInput.parse(queryInput(query, Object.keys(listDeadLetterGroupsInput.shape)));
    return { status: 200, body: await listDeadLetterGroups(services(), input) };
  },
});
