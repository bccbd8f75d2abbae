import { exportAuditInput } from "@/contracts/accounts";
import { queryInput } from "@/server/query-input";
import { restRoute } from "@/server/rest";
import { streamText } from "@/server/stream-text";
import { exportAudit } from "@/services/audit/export";

const types = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, caller, query, door, method }) {
    const input = exportAuditInput.parse(queryInput(query, ["format", "actor", "action", "object_id"]));
    const headers = {
      "content-type": types[input.format],
      "content-disposition": `attachment; filename="audit-log.${input.format}"`,
    };
    if (method === "HEAD") return { status: 200, body: undefined, headers };
    await door.record("audit.export", caller().actor, { data: { format: input.format } });
    return { status: 200, body: streamText(exportAudit(services(), input)), headers };
  },
});
