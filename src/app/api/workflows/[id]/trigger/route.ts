import { triggerInput } from "@/contracts/runs";
import { restRoute } from "@/server/rest";
import { triggerRun } from "@/services/runs/trigger";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, params, headers, json }) {
    const context = services();
    const input = triggerInput.parse({
      id: params.id,
      payload: await json(),
      idempotency_key: headers.get("idempotency-key") ?? undefined,
    });
    const { run, created } = await triggerRun(context, input);
    return { status: created ? 202 : 200, body: run };
  },
});
