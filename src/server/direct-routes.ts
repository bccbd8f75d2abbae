import type { IncomingMessage, ServerResponse } from "node:http";
import { findOperation, isFixedPath } from "./access/find-operation";
import { directRoutes } from "./before-next";
import { headersOf } from "./incoming-headers";
import { refusedMethodHeader } from "./incoming-requests";
import { reportFailure } from "./report-failure";
import { requestIdOf } from "./request-id";
import { toAppError } from "./to-app-error";

/*
 * Next's way from a request to a handler takes more CPU than what most handlers do. It is gone once for each operation: Next
 * finds and loads the route, the route is remembered here, and the requests that follow are answered at once, by the same
 * handler behind the same door. Whatever is not as plain as that stays with Next.
 */

/** Answers a request to its end. */
export type DirectRoute = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Remembers how requests like one that Next has handed over are answered. In development routes change. */
export function rememberRoute(method: string, pathname: string, route: () => DirectRoute): void {
  if (process.env.NODE_ENV !== "production") return;
  const name = nameOf(method, pathname);
  if (name !== undefined && !routes().has(name)) routes().set(name, route());
}

const routes = () => directRoutes<DirectRoute>(answerRemembered);

/** A path that means the same to everybody: with nothing in it to be decoded, resolved or redirected. */
const plainPath = /^(?:\/[\w-]+)+$/;
/** One procedure or several; none of those that answer with a stream, whose end Next's way sees to. */
const procedures = /^\/api\/trpc\/(?!.*\blive\.)[\w.,]+$/;

/** What all requests for the same route have in common; undefined: what is asked for is not plain. Exported for its test. */
export function nameOf(method: string, pathname: string): string | undefined {
  if (procedures.test(pathname)) return `${method} /api/trpc`;
  const found = plainPath.test(pathname) ? findOperation(method, pathname) : undefined;
  if (!found || (isFixedPath(pathname) && found.operation.path !== pathname)) return undefined;
  return `${method} ${found.operation.path}`;
}

/** @returns whether it is answered here; otherwise nothing was done to it */
function answerRemembered(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "", url = "", headers } = request;
  const [pathname = ""] = url.split("?", 1);
  if (refusedMethodHeader in headers) return false;
  const name = nameOf(method, pathname);
  const route = name === undefined ? undefined : routes().get(name);
  if (!route) return false;
  void answerBy(route, request, response);
  return true;
}

async function answerBy(route: DirectRoute, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A client that goes away is told nothing, and is no failure.
  request.on("error", () => undefined);
  response.on("error", () => undefined);
  try {
    await route(request, response);
  } catch (error) {
    const requestId = requestIdOf(headersOf(request));
    const { method = "", url = "" } = request;
    reportFailure(toAppError(error), { requestId, method, path: url.replace(/\?.*$/s, "") });
    response.destroy();
  }
}
