import { listUsersInput } from "@/contracts/accounts";
import { queryInput } from "@/server/query-input";
import { restRoute } from "@/server/rest";
import { listUsers } from "@/services/accounts/users";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, query }) {
    const input = listUsersInput.parse(queryInput(query, ["limit", "cursor"]));
    return { status: 200, body: await listUsers(services(), input) };
  },
});
