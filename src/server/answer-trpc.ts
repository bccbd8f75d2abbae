import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { AppError } from "@/core/errors";
import { Door } from "./access/door";
import { requireReadableType } from "./json-body";
import { decodeUtf8 } from "./read-body";
import { reportFailure } from "./report-failure";
import { requestIdOf } from "./request-id";
import { retryAfter } from "./rest-response";
import { appRouter } from "./routers";
import { toAppError } from "./to-app-error";
import { appErrorOf } from "./trpc";
import { isStopping, webProcess } from "./web-process";

/** A call of procedures as it came, whoever took it in. */
export interface IncomingTrpc {
  method: string;
  url: URL;
  headers: Headers;
  /** as it came, if it did as one: it tells when its client goes away, and no copy of it does so reliably */
  request?: Request;
  /** @throws AppError `payload_too_large` */
  readBody(maximumBytes: number): Promise<Uint8Array>;
}

/** tRPC over HTTP: the app's own pages and typed clients. */
export async function answerTrpc(request: IncomingTrpc): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const { usable, failure } = await readTrpcRequest(request);
  const door = new Door({
    headers: request.headers,
    mutates: request.method !== "GET",
    // Browsers name the page that a request comes from; programs have none.
    source: request.headers.has("origin") ? "ui" : "api",
  });
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: usable,
    router: appRouter,
    createContext: () => ({ requestId, door, failure }),
    onError({ error, path = "", type }) {
      // Streams that end because the process does are no failure.
      if (type === "subscription" && isStopping()) return;
      reportFailure(appErrorOf(error), { requestId, method: request.method, path: `/api/trpc/${path}` });
    },
    // Added to what tRPC says of a stream, which no proxy may transform.
    responseMeta: ({ errors }) => {
      const waits = errors.map((error) => retryAfter(appErrorOf(error)));
      const headers = new Headers(Object.assign(ownHeaders(requestId), ...waits));
      for (const cookie of door.cookies) headers.append("set-cookie", cookie);
      return { headers };
    },
  });
}

/** A connection that is kept for the next request would keep a process that stops. */
function ownHeaders(requestId: string): Record<string, string> {
  const common = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  return isStopping() ? { ...common, connection: "close" } : common;
}

/** A batch may carry several payloads, and a payload grows when it is sent as a text within JSON. */
const bodyFactor = 4;

/**
 * The request with its body read within the limit. What is wrong with the body is told by the procedures, because only
 * they answer in the form that tRPC's clients read.
 */
async function readTrpcRequest(request: IncomingTrpc): Promise<{ usable: Request; failure?: AppError }> {
  if (request.method === "GET") return readQueryInput(request);
  try {
    return { usable: withJsonBody(request, await readJsonText(request)) };
  } catch (error) {
    return { usable: withJsonBody(request, "{}"), failure: toAppError(error) };
  }
}

/** A GET's input is JSON in the query; one that is not would end as an error of tRPC's own. */
function readQueryInput({ url, headers, request }: IncomingTrpc): { usable: Request; failure?: AppError } {
  const usable = request ?? new Request(url, { headers });
  const input = url.searchParams.get("input");
  if (input === null) return { usable };
  try {
    parseText(input, "The input");
    return { usable };
  } catch (error) {
    const changed = new URL(url);
    changed.searchParams.set("input", "{}");
    return { usable: new Request(changed, usable), failure: toAppError(error) };
  }
}

async function readJsonText(request: IncomingTrpc): Promise<string> {
  const text = decodeUtf8(await request.readBody(webProcess().env.MAX_PAYLOAD_BYTES * bodyFactor));
  requireReadableType(request.headers);
  parseText(text, "The body");
  return text;
}

/** @throws AppError `invalid_json` */
function parseText(text: string, what: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid_json", `${what} is not valid JSON: ${error instanceof Error ? error.message : ""}`);
  }
}

function withJsonBody({ method, url, headers: own, request }: IncomingTrpc, body: string): Request {
  const headers = new Headers(own);
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body, ...(request && { signal: request.signal }) });
}
