import { passesDoor } from "@/contracts/operation";
import type { JsonText } from "@/core/json";
import type { CallerIdentity } from "@/services/accounts/caller";
import type { ServiceContext } from "@/services/context";
import { type AdmittedCall, Door } from "./access/door";
import type { FoundOperation } from "./access/find-operation";
import { jsonBody } from "./json-body";
import { reportFailure } from "./report-failure";
import { requestIdOf } from "./request-id";
import { errorReply, type RestAnswer, type RestReply, toAnswer } from "./rest-response";
import { toAppError } from "./to-app-error";
import { webProcess } from "./web-process";

/** A request as it came, whoever took it in. */
export interface IncomingCall {
  method: string;
  url: URL;
  headers: Headers;
  /** the path's variables */
  params: Readonly<Record<string, string>>;
  /** undefined: nobody is asked, because there is nothing */
  operation: FoundOperation | undefined;
  /** @throws AppError `payload_too_large` */
  readBody(maximumBytes: number): Promise<Uint8Array>;
}

/** What a route is handed: the request, read no further than the route asks. */
export interface RestRequest {
  method: string;
  url: URL;
  /** the path's variables */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  /** what the request has passed; what an answer sets cookies by */
  door: Door;
  /** the means to act, in the name of who asks */
  services(): ServiceContext;
  caller(): CallerIdentity;
  /** the body, of any type; @throws AppError `payload_too_large` */
  body(): Promise<Uint8Array>;
  /** the JSON body, or undefined when none came; @throws AppError `unsupported_media_type` and others */
  json(): Promise<JsonText | undefined>;
  /** for routes that need no body: one that comes all the same must at least be JSON */
  ignoreBody(): Promise<void>;
}

export type RestHandler = (request: RestRequest) => Promise<RestReply> | RestReply;

/** What is answered, whatever becomes of the call: errors have the one form, and are reported. */
export async function answerRest(call: IncomingCall, handler: RestHandler): Promise<RestAnswer> {
  const { method, url, headers } = call;
  const requestId = requestIdOf(headers);
  const options = { requestId, withoutBody: method === "HEAD" };
  try {
    const door = new Door({ headers, mutates: mutates(method), source: "api" });
    const admitted = await admit(call, door);
    const reply = await handler(restRequest(call, door, admitted));
    if (admitted && mutates(method) && reply.status < 400) await admitted.succeeded(reply.body);
    return toAnswer(reply, { ...options, cookies: door.cookies });
  } catch (error) {
    const appError = toAppError(error);
    reportFailure(appError, { requestId, method, path: url.pathname });
    return toAnswer(errorReply(appError), options);
  }
}

const mutates = (method: string): boolean => !["GET", "HEAD", "OPTIONS"].includes(method);

/** Undefined: nobody is asked, because there is nothing, or because it answers everybody. */
async function admit({ operation: found, url, params }: IncomingCall, door: Door): Promise<AdmittedCall | undefined> {
  if (!found || !passesDoor(found.operation)) return undefined;
  return door.admit(found.name, { workflow_id: url.searchParams.get("workflow_id") ?? undefined, ...params });
}

function restRequest(call: IncomingCall, door: Door, admittedCall: AdmittedCall | undefined): RestRequest {
  const { method, url, headers, params } = call;
  const body = () => call.readBody(webProcess().env.MAX_PAYLOAD_BYTES);
  const admitted = (): AdmittedCall => {
    if (admittedCall) return admittedCall;
    throw new Error(`${method} ${url.pathname} acts for nobody: its operation needs no caller.`);
  };
  return {
    method,
    url,
    params,
    query: url.searchParams,
    headers,
    door,
    services: () => admitted().services,
    caller: () => admitted().caller,
    body,
    json: async () => jsonBody(await body(), headers, { needed: true }),
    ignoreBody: async () => void jsonBody(await body(), headers, { needed: false }),
  };
}
