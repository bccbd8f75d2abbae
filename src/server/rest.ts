import { passesDoor } from "@/contracts/operation";
import { AppError } from "@/core/errors";
import type { JsonText } from "@/core/json";
import type { CallerIdentity } from "@/services/accounts/caller";
import type { ServiceContext } from "@/services/context";
import { type AdmittedCall, Door } from "./access/door";
import { findOperation } from "./access/find-operation";
import { refusedMethodHeader } from "./incoming-requests";
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
  /** what the request has passed; what an answer sets cookies by */
  door: Door;
  /** the means to act, in the name of who asks */
  services(): ServiceContext;
  caller(): CallerIdentity;
  /** the JSON body, or undefined when none came; @throws AppError `unsupported_media_type` and others */
  json(): Promise<JsonText | undefined>;
  /** for routes that need no body: one that comes all the same must at least be JSON */
  ignoreBody(): Promise<void>;
}

export type RestHandler = (request: RestRequest) => Promise<RestReply> | RestReply;

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
    (request, context) => {
      const refused = request.headers.get(refusedMethodHeader);
      const handler = refused === null ? all[method] : undefined;
      return answer(request, context, handler ?? (() => refuseMethod(refused ?? method, allow)));
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

async function answer(request: Request, context: RouteContext, handler: RestHandler): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const options = { requestId, withoutBody: request.method === "HEAD" };
  try {
    const params = await paramsOf(context);
    const door = new Door({ headers: request.headers, mutates: mutates(request), source: "api" });
    const call = await admit(request, params, door);
    const reply = await handler(restRequest(request, params, door, call));
    if (call && mutates(request) && reply.status < 400) await call.succeeded(reply.body);
    return toResponse(reply, { ...options, cookies: door.cookies });
  } catch (error) {
    const appError = toAppError(error);
    reportFailure(appError, { requestId, method: request.method, path: new URL(request.url).pathname });
    return toResponse(errorReply(appError), options);
  }
}

const mutates = ({ method }: Request): boolean => !["GET", "HEAD", "OPTIONS"].includes(method);

/** Undefined: nobody is asked, because there is nothing, or because it answers everybody. */
async function admit(request: Request, params: Record<string, string>, door: Door): Promise<AdmittedCall | undefined> {
  if (request.headers.has(refusedMethodHeader)) return undefined;
  const { pathname, searchParams } = new URL(request.url);
  const found = findOperation(request.method, pathname);
  if (!found || !passesDoor(found.operation)) return undefined;
  return door.admit(found.name, { workflow_id: searchParams.get("workflow_id") ?? undefined, ...params });
}

/** The path's variables; Next has none to hand over for a path without any. Catch-all segments are left out. */
async function paramsOf(context: RouteContext): Promise<Record<string, string>> {
  const entries = Object.entries((await context.params) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function restRequest(
  request: Request,
  params: Record<string, string>,
  door: Door,
  call: AdmittedCall | undefined,
): RestRequest {
  const readBody = (needed: boolean) =>
    readJsonBody(request, { maximumBytes: webProcess().env.MAX_PAYLOAD_BYTES, needed });
  const admitted = (): AdmittedCall => {
    if (call) return call;
    throw new Error(
      `${request.method} ${new URL(request.url).pathname} acts for nobody: its operation needs no caller.`,
    );
  };
  return {
    request,
    params,
    query: new URL(request.url).searchParams,
    headers: request.headers,
    door,
    services: () => admitted().services,
    caller: () => admitted().caller,
    json: () => readBody(true),
    ignoreBody: async () => void (await readBody(false)),
  };
}
