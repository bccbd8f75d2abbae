import type { IncomingMessage } from "node:http";

/** The headers of a request as Node's server has them, as the web's. */
export function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") all.append(name, value);
    else for (const one of value ?? []) all.append(name, one);
  }
  return all;
}

/** Its address, of which only path and query are to be looked at. */
export function urlOf({ url = "/" }: IncomingMessage): URL {
  return new URL(url, "http://localhost");
}
