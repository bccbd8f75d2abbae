import { AppError } from "@/core/errors";
import { findOperation } from "./access/find-operation";
import { answerRest, type IncomingCall, type RestHandler } from "./answer-rest";
import { rememberHandler } from "./direct-rest";
import { refusedMethodHeader } from "./incoming-requests";
import { readBody } from "./read-body";
import { errorReply, type RestReply, toResponse } from "./rest-response";

/** The methods that Next lets a route answer. */
export type RestMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
}
type RouteFunction = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * Makes a route.ts of handlers. Every method is exported, so that a wrong one gets our own 405. HEAD is GET without the
 * body; OPTIONS tells the methods.
 *
 * @param otherMethods what the route answers in another way
 */
export function restRoute(
  handlers: Partial<Record<RestMethod, RestHandler>>,
  otherMethods: readonly RestMethod[] = [],
): Record<RestMethod, RouteFunction> {
  const all = { ...handlers, ...(handlers.GET && !handlers.HEAD ? { HEAD: handlers.GET } : {}) };
  const allow = allowHeader([...Object.keys(all), ...otherMethods]);
  const route =
    (method: RestMethod): RouteFunction =>
    async (request, context) => {
      const call = await callOf(request, context);
      const refused = request.headers.get(refusedMethodHeader);
      const handler = refused === null ? all[method] : undefined;
      if (handler) rememberHandler(call, handler);
      return toResponse(await answerRest(call, handler ?? (() => refuseMethod(refused ?? method, allow))));
    };
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

function allowHeader(methods: readonly string[]): string {
  return [...new Set([...methods, "OPTIONS"])].sort().join(", ");
}

function refuseMethod(method: string, allow: string): RestReply {
  const headers = { allow };
  if (method === "OPTIONS") return { status: 204, body: undefined, headers };
  const error = new AppError("method_not_allowed", `${method} is not possible here. Possible are ${allow}.`);
  return { ...errorReply(error), headers };
}

async function callOf(request: Request, context: RouteContext): Promise<IncomingCall> {
  const { method, headers } = request;
  const url = new URL(request.url);
  return {
    method,
    url,
    headers,
    params: await paramsOf(context),
    operation: headers.has(refusedMethodHeader) ? undefined : findOperation(method, url.pathname),
    readBody: (maximumBytes) => readBody(request, maximumBytes),
  };
}

/** The path's variables; Next has none to hand over for a path without any. Catch-all segments are left out. */
async function paramsOf(context: RouteContext): Promise<Record<string, string>> {
  const entries = Object.entries((await context.params) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
