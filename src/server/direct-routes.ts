import type { IncomingMessage, ServerResponse } from "node:http";
import { passesDoor } from "@/contracts/operation";
import { type FoundOperation, findOperation } from "./access/find-operation";
import { answerRest, type IncomingCall, type RestHandler } from "./answer-rest";
import { directRoutes } from "./before-next";
import { refusedMethodHeader } from "./incoming-requests";
import { readIncomingBody } from "./read-body";
import { reportFailure } from "./report-failure";
import { requestIdOf } from "./request-id";
import { sendAnswer } from "./send-answer";
import { toAppError } from "./to-app-error";

/*
 * Next's way from a request to a handler takes more CPU than what most handlers do. It is gone once for each operation: Next
 * finds and loads the route, the route remembers its handler here, and the requests that follow are answered at once, by the
 * same handler behind the same door. Whatever is not as plain as that stays with Next.
 */

type DirectRoute = (request: IncomingMessage, response: ServerResponse, found: FoundOperation) => void;

/** A path that means the same to everybody: with nothing in it to be decoded, resolved or redirected. */
const plainPath = /^(?:\/[\w-]+)+$/;

/**
 * Remembers the handler that Next chose for a call. Health checks are left out: they shall tell that Next works, too. In
 * development routes change.
 */
export function rememberRoute({ method, url, operation: found }: IncomingCall, handler: RestHandler): void {
  if (process.env.NODE_ENV !== "production" || !found || !passesDoor(found.operation)) return;
  if (!plainPath.test(url.pathname)) return;
  const key = keyOf(method, found);
  if (!routes().has(key)) routes().set(key, (...incoming) => void answerWith(handler, ...incoming));
}

const routes = () => directRoutes<DirectRoute>(answerRemembered);

const keyOf = (method: string, { operation }: FoundOperation): string => `${method} ${operation.path}`;

/** @returns whether it is answered here; otherwise nothing was done to it */
function answerRemembered(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "", url = "", headers } = request;
  const [pathname = ""] = url.split("?", 1);
  if (refusedMethodHeader in headers || !plainPath.test(pathname)) return false;
  const found = findOperation(method, pathname);
  const route = found && routes().get(keyOf(method, found));
  if (!route) return false;
  route(request, response, found);
  return true;
}

async function answerWith(
  handler: RestHandler,
  request: IncomingMessage,
  response: ServerResponse,
  found: FoundOperation,
): Promise<void> {
  // A client that goes away is told nothing, and is no failure.
  request.on("error", () => undefined);
  response.on("error", () => undefined);
  const call = callOf(request, found);
  try {
    await sendAnswer(await answerRest(call, handler), request, response);
  } catch (error) {
    const { method, url, headers } = call;
    reportFailure(toAppError(error), { requestId: requestIdOf(headers), method, path: url.pathname });
    response.destroy();
  }
}

function callOf(request: IncomingMessage, found: FoundOperation): IncomingCall {
  // Of the address only path and query are looked at.
  const url = new URL(request.url ?? "/", "http://localhost");
  return {
    method: request.method ?? "",
    url,
    headers: headersOf(request),
    params: paramsOf(found, url.pathname),
    operation: found,
    readBody: (maximumBytes) => readIncomingBody(request, maximumBytes),
  };
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") all.append(name, value);
    else for (const one of value ?? []) all.append(name, one);
  }
  return all;
}

/** The variables of a plain path, which has exactly the segments of its operation's. */
function paramsOf({ operation }: FoundOperation, pathname: string): Record<string, string> {
  const given = pathname.split("/");
  const entries = operation.path
    .split("/")
    .flatMap((segment, index) =>
      segment.startsWith("{") ? [[segment.slice(1, -1), given[index] ?? ""] as const] : [],
    );
  return Object.fromEntries(entries);
}
