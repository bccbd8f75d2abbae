import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** The address that a request came from. Set here on every request, whatever the client sent under this name. */
export const socketAddressHeader = "x-socket-address";

/** The method of a request that no route can have; set here, or removed. */
export const refusedMethodHeader = "x-refused-method";

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Sees every request before Next does. Next tells nobody the socket's address (its x-forwarded-for believes the client),
 * and answers some malformed requests with a page of its own; those are turned into ones that a route refuses properly.
 */
export function prepareIncomingRequests(): void {
  subscribe("http.server.request.start", (message) => {
    // The documented shape of this channel's messages.
    prepare((message as { request: IncomingMessage }).request);
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
  if (request.url !== undefined && !isDecodable(request.url)) request.url = escapePercents(request.url);
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
