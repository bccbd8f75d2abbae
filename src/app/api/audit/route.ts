import { listAuditInput } from "@/contracts/accounts";
import { queryInput } from "@/server/query-input";
import { restRoute } from "@/server/rest";
import { listAudit } from "@/services/audit/list";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, query }) {
    const input = listAuditInput.parse(queryInput(query, ["limit", "cursor", "actor", "action", "object_id"]));
    return { status: 200, body: await listAudit(services(), input) };
  },
});
