import { restRoute } from "@/server/rest";
import { importWorkflow } from "@/services/workflows/import";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, json }) {
    const context = services();
    return { status: 201, body: await importWorkflow(context, (await json())?.parse() ?? null) };
  },
});
