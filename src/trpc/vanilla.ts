import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { transformer } from "@/contracts/transformer";
import type { AppRouter } from "@/server/routers";

export interface EngineClientOptions {
  /** sent with every call */
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
}

/**
 * A typed client for programs. Payloads, nodes and edges are user data: they come and go as JSON text, so that no digit
 * of them is lost.
 *
 * ```ts
 * const engine = createEngineClient("http://127.0.0.1:3000");
 * const run = await engine.runs.trigger.mutate({ id, payload: new JsonText('{ "amount": 150 }') });
 * const { steps } = await engine.runs.get.query({ id: run.id });
 * ```
 */
export function createEngineClient(baseUrl: string, options: EngineClientOptions = {}) {
  const url = new URL("/api/trpc", baseUrl);
  return createTRPCClient<AppRouter>({ links: [httpBatchLink({ url, transformer, ...options })] });
}
