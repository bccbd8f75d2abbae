import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** What answers requests without Next. */
export interface DirectRoutes<Route> {
  routes: Map<string, Route>;
  /** @returns whether it is answered here; otherwise nothing was done to it */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

// Next bundles what runs before the first request apart from what answers it; the process has one globalThis.
const shared = globalThis as typeof globalThis & { workflowEngineDirectRoutes?: DirectRoutes<unknown> };

/** The routes of the process; whoever comes first says how they are found. */
export function directRoutes<Route>(answer: DirectRoutes<Route>["answer"]): Map<string, Route> {
  shared.workflowEngineDirectRoutes ??= { routes: new Map(), answer };
  // There is one kind of route in a process: that of direct-routes.ts.
  return shared.workflowEngineDirectRoutes.routes as Map<string, Route>;
}

const servers = new WeakSet<Server>();

/** Lets a server's requests be answered without Next, where that is known; to be called before a request is handled. */
export function answerBeforeNext(server: Server): void {
  if (servers.has(server)) return;
  servers.add(server);
  const listeners = server.rawListeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (shared.workflowEngineDirectRoutes?.answer(request, response)) return;
    for (const listener of listeners) listener.call(server, request, response);
  });
}
