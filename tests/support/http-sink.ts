import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { hash } from "./graph-arbitraries";

export interface HttpSink {
  /** the address of a path, `/ok` if it is left out */
  url(path?: string): string;
  /** how often each idempotency key came */
  readonly requests: ReadonlyMap<string, number>;
  /** the keys under which each effect came, by what its `x-effect` header says it is */
  readonly effects: ReadonlyMap<string, ReadonlySet<string>>;
  /** how many requests came to a path, or to any */
  count(path?: string): number;
  /** Answers the requests to `/held` that wait, and all that come. */
  release(): void;
  close(): Promise<void>;
}

export interface HttpSinkOptions {
  /** fails the first request of about a quarter of all keys */
  failQuarter?: boolean;
  /** the longest time that an answer takes; each takes a part of it */
  latencyMs?: number;
  /** answers in another way; undefined: as usual */
  answer?(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> | undefined;
}

/** Whether the sink fails the first request with this key. */
export const failsOnce = (key: string): boolean => hash(key) % 4 === 0;

/** Where the effects of workflows arrive: it counts them by their idempotency key. */
export async function startHttpSink(options: HttpSinkOptions = {}): Promise<HttpSink> {
  const { failQuarter = false, latencyMs = 0 } = options;
  const requests = new Map<string, number>();
  const effects = new Map<string, Set<string>>();
  const paths = new Map<string, number>();
  const held: ServerResponse[] = [];
  let holding = true;
  const server = createServer(async (request, response) => {
    request.resume();
    const key = String(request.headers["idempotency-key"]);
    const times = (requests.get(key) ?? 0) + 1;
    requests.set(key, times);
    const effect = request.headers["x-effect"];
    if (typeof effect === "string") effects.set(effect, (effects.get(effect) ?? new Set()).add(key));
    const path = request.url ?? "/";
    paths.set(path, (paths.get(path) ?? 0) + 1);
    if (path === "/held" && holding) {
      held.push(response);
      return;
    }
    const answering = options.answer?.(request, response, key);
    if (answering) return answering;
    if (latencyMs > 0) await pause(Math.random() * latencyMs);
    response.statusCode = failQuarter && times === 1 && failsOnce(key) ? 503 : 200;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The sink has no port.");
  return {
    url: (path = "/ok") => `http://127.0.0.1:${address.port}${path}`,
    requests,
    effects,
    count: (path) =>
      path === undefined ? [...requests.values()].reduce((sum, times) => sum + times, 0) : (paths.get(path) ?? 0),
    release() {
      holding = false;
      for (const response of held.splice(0)) response.end();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
