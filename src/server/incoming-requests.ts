import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setCommonHeaders } from "./answer-headers";
import { answerBeforeNext } from "./before-next";
import { answerUnreadableRequests, rememberAnswer } from "./unreadable-requests";

/** The address that a request came from. Set here on every request, whatever the client sent under this name. */
export const socketAddressHeader = "x-socket-address";

/** The method of a request that no route can have; set here, or removed. */
export const refusedMethodHeader = "x-refused-method";

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The documented shape of this channel's messages. */
interface RequestStart {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

/**
 * Sees every request before Next does. Next tells nobody the socket's address (its x-forwarded-for believes the client),
 * answers some malformed requests with a page of its own, which are turned into ones that a route refuses properly,
 * redirects without the headers that it has been told to send, and is asked less than it would be.
 */
export function prepareIncomingRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as RequestStart;
    answerUnreadableRequests(server);
    rememberAnswer(request.socket, response);
    prepare(request);
    setCommonHeaders(request, response);
    answerBeforeNext(server);
  });
}

/** Exported for its test. */
export function prepare(request: IncomingMessage): void {
  request.headers[socketAddressHeader] = request.socket.remoteAddress ?? "unknown";
  delete request.headers[refusedMethodHeader];
  if (request.method !== undefined && !knownMethods.has(request.method)) {
    request.headers[refusedMethodHeader] = request.method;
    request.method = "GET";
  }
  if (request.url === undefined) return;
  request.url = pathOf(request.url);
  if (!isDecodable(request.url)) request.url = escapePercents(request.url);
}

/**
 * A request may name its host in its first line as well, or no path but `*`. Whatever it names there is not believed:
 * only the host header is, and Next would redirect to it.
 */
function pathOf(url: string): string {
  if (url.startsWith("/")) return url;
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
}

/** A path of the same look that can be decoded, and that nothing has. */
function escapePercents(url: string): string {
  const [path = "", ...rest] = url.split(/(?=[?#])/);
  return path.replaceAll("%", "%25") + rest.join("");
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/[?#].*$/s, ""));
    return true;
  } catch {
    return false;
  }
}
