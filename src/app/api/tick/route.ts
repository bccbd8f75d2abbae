import { tickInput } from "@/contracts/runs";
import { restRoute } from "@/server/rest";
import { tickRuns } from "@/services/runs/tick";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = restRoute({
  async POST({ services, json }) {
    const context = services();
    const input = tickInput.parse((await json())?.parse() ?? {});
    return { status: 200, body: await tickRuns(context, input) };
  },
});
