import type { HeaderList } from "./header-list";
import { HttpFailure } from "./http-failure";

/** The part of a request that a redirect may change. */
export interface Hop {
  method: string;
  url: URL;
  headers: HeaderList;
  body: Uint8Array | undefined;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends the request; undefined when it is no redirect, or names no place. */
export function redirectLocation(status: number, location: string | undefined): string | undefined {
  return redirectStatuses.has(status) ? location : undefined;
}

/**
 * Headers that follow to another origin. All others stay behind: any header that an author wrote may carry a
 * credential, whatever its name.
 */
const headersForOtherOrigins: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "content-language",
  "content-type",
  "idempotency-key",
  "user-agent",
]);

/** Headers that describe a body, and go with it. */
const bodyHeaders: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-language",
  "content-location",
  "content-type",
]);

/**
 * The request that follows a redirect, by the rules of the fetch standard: 303, and 301 or 302 after a POST, go on as a
 * GET without the body; all others repeat method and body.
 *
 * @throws HttpFailure when the place is not an http or https address
 */
export function followRedirect(hop: Hop, status: number, location: string): Hop {
  const url = resolveLocation(hop.url, location);
  const becomesGet =
    (status === 303 && hop.method !== "GET" && hop.method !== "HEAD") ||
    ((status === 301 || status === 302) && hop.method === "POST");
  const keptHeaders = hop.headers
    .filter(([name]) => url.origin === hop.url.origin || headersForOtherOrigins.has(name.toLowerCase()))
    .filter(([name]) => !becomesGet || !bodyHeaders.has(name.toLowerCase()));
  return becomesGet
    ? { method: "GET", url, headers: keptHeaders, body: undefined }
    : { method: hop.method, url, headers: keptHeaders, body: hop.body };
}

function resolveLocation(base: URL, location: string): URL {
  if (!URL.canParse(location, base.href)) {
    throw new HttpFailure(
      "http_invalid_response",
      `${base.origin} answered with a redirect to an address that is not valid.`,
    );
  }
  const url = new URL(location, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new HttpFailure(
      "http_invalid_response",
      `${base.origin} answered with a redirect to an address of the kind ${url.protocol} Only http: and https: are followed.`,
    );
  }
  return url;
}
