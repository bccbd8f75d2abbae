import { exportWorkflowInput } from "@/contracts/workflow-documents";
import { restRoute } from "@/server/rest";
import { exportWorkflow } from "@/services/workflows/export";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async GET({ services, params }) {
    return { status: 200, body: await exportWorkflow(services(), exportWorkflowInput.parse(params)) };
  },
});
