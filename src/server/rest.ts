import { AppError } from "@/core/errors";
import type { JsonText } from "@/core/json";
import type { ServiceContext } from "@/services/context";
import { createServiceContext } from "./context";
import { readJsonBody } from "./json-body";
import { reportFailure } from "./report-failure";
import { requestIdOf } from "./request-id";
import { errorReply, type RestReply, toResponse } from "./rest-response";
import { toAppError } from "./to-app-error";
import { webProcess } from "./web-process";

/** What a route is handed: the request, read no further than the route asks. */
export interface RestRequest {
  request: Request;
  /** the path's variables */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  /** who asks, and the means to act; @throws AppError `forbidden` */
  services(): ServiceContext;
  /** the JSON body, or undefined when none came; @throws AppError `unsupported_media_type` and others */
  json(): Promise<JsonText | undefined>;
  /** for routes that need no body: one that comes all the same must at least be JSON */
  ignoreBody(): Promise<void>;
}

export type RestHandler = (request: RestRequest) => Promise<RestReply> | RestReply;

/** The methods that Next lets a route answer. */
export type RestMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}
type RouteFunction = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * Makes a route.ts of handlers. Every method is exported, so that a wrong one gets our own 405. HEAD is GET without the
 * body; OPTIONS tells the methods.
 */
export function restRoute(handlers: Partial<Record<RestMethod, RestHandler>>): Record<RestMethod, RouteFunction> {
  const all: Partial<Record<RestMethod, RestHandler>> = {
    ...(handlers.GET ? { HEAD: handlers.GET } : {}),
    ...handlers,
  };
  const allow = [...Object.keys(all), ...(all.OPTIONS ? [] : ["OPTIONS"])].join(", ");
  const route =
    (method: RestMethod): RouteFunction =>
    (request, context) =>
      answer(request, context, all[method] ?? (() => refuseMethod(method, allow)));
  return {
    GET: route("GET"),
    HEAD: route("HEAD"),
    POST: route("POST"),
    PUT: route("PUT"),
    PATCH: route("PATCH"),
    DELETE: route("DELETE"),
    OPTIONS: route("OPTIONS"),
  };
}

function refuseMethod(method: RestMethod, allow: string): RestReply {
  const headers = { allow };
  if (method === "OPTIONS") return { status: 204, body: undefined, headers };
  const error = new AppError("method_not_allowed", `${method} is not possible here. Possible are ${allow}.`);
  return { ...errorReply(error), headers };
}

async function answer(request: Request, context: RouteContext, handler: RestHandler): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const options = { requestId, withoutBody: request.method === "HEAD" };
  try {
    const { params } = await describe(context);
    return toResponse(await handler(restRequest(request, params)), options);
  } catch (error) {
    const appError = toAppError(error);
    reportFailure(appError, { requestId, method: request.method, path: new URL(request.url).pathname });
    return toResponse(errorReply(appError), options);
  }
}

/** Catch-all segments are for the routes that answer "not found"; they do not look at them. */
async function describe(context: RouteContext): Promise<{ params: Record<string, string> }> {
  const entries = Object.entries(await context.params).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return { params: Object.fromEntries(entries) };
}

function restRequest(request: Request, params: Record<string, string>): RestRequest {
  const mutates = request.method !== "GET" && request.method !== "HEAD" && request.method !== "OPTIONS";
  const readBody = (needed: boolean) =>
    readJsonBody(request, { maximumBytes: webProcess().env.MAX_PAYLOAD_BYTES, needed });
  return {
    request,
    params,
    query: new URL(request.url).searchParams,
    headers: request.headers,
    services: () => createServiceContext({ headers: request.headers, mutates, source: "api" }),
    json: () => readBody(true),
    ignoreBody: async () => void (await readBody(false)),
  };
}
