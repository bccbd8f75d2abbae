import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { createRequestContext } from "./context";
import { readBody } from "./read-body";
import { reportFailure } from "./report-failure";
import { requestIdOf } from "./request-id";
import { errorReply, toResponse } from "./rest-response";
import { appRouter } from "./routers";
import { toAppError } from "./to-app-error";
import { appErrorOf } from "./trpc";
import { webProcess } from "./web-process";

/** tRPC over HTTP: the app's own pages and typed clients. */
export async function handleTrpc(request: Request): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const describe = { requestId, method: request.method, path: new URL(request.url).pathname };
  try {
    const response = await fetchRequestHandler({
      endpoint: "/api/trpc",
      req: await withLimitedBody(request),
      router: appRouter,
      createContext: () =>
        createRequestContext({
          headers: request.headers,
          requestId,
          mutates: request.method !== "GET",
          // Browsers name the page that a request comes from; programs have none.
          source: request.headers.has("origin") ? "ui" : "api",
        }),
      onError: ({ error }) => reportFailure(appErrorOf(error), describe),
      responseMeta: () => ({ headers: { "cache-control": "no-store", "x-request-id": requestId } }),
    });
    return response;
  } catch (error) {
    const appError = toAppError(error);
    reportFailure(appError, describe);
    return toResponse(errorReply(appError), { requestId, withoutBody: false });
  }
}

/** A batch may carry several payloads; it is limited all the same. */
const batchFactor = 2;

async function withLimitedBody(request: Request): Promise<Request> {
  if (request.method === "GET") return request;
  const body = await readBody(request, webProcess().env.MAX_PAYLOAD_BYTES * batchFactor);
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: Buffer.from(body),
    signal: request.signal,
  });
}
