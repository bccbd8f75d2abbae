import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { transformer } from "@/contracts/transformer";
import type { AppRouter } from "@/server/routers";

/**
 * A typed client for programs:
 *
 * ```ts
 * const engine = createEngineClient("http://127.0.0.1:3000");
 * const run = await engine.runs.trigger.mutate({ id, payload: new JsonText('{ "amount": 150 }') });
 * ```
 */
export function createEngineClient(baseUrl: string) {
  return createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: new URL("/api/trpc", baseUrl), transformer })] });
}
