import { listWorkflowsInput } from "@/contracts/workflows";
import { queryInput } from "@/server/query-input";
import { restRoute } from "@/server/rest";
import { listWorkflows } from "@/services/workflows/list";
import { saveWorkflow } from "@/services/workflows/save";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, query }) {
    const input = listWorkflowsInput.parse(queryInput(query, ["limit", "cursor", "status", "search"]));
    return { status: 200, body: await listWorkflows(services(), input) };
  },

  async POST({ services, json }) {
    const context = services();
    const { workflow, created } = await saveWorkflow(context, (await json())?.parse());
    return { status: created ? 201 : 200, body: workflow };
  },
});
