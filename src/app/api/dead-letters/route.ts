import { listDeadLettersInput } from "@/contracts/dead-letters";
import { queryInput } from "@/server/query-input";
import { restRoute } from "@/server/rest";
import { listDeadLetters } from "@/services/dead-letters/list";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, query }) {
    const input = listDeadLettersInput.parse(queryInput(query, Object.keys(listDeadLettersInput.shape)));
    return { status: 200, body: await listDeadLetters(services(), input) };
  },
});
