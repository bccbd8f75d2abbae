import { isIP } from "node:net";
import { hostname } from "node:os";
import { AppError } from "@/core/errors";
import type { Env } from "@/env";
import { clientAddresses, isLoopbackAddress, isOwnAddress } from "./client-address";

export interface Caller {
  headers: Headers;
  /** whether the request may change something */
  mutates: boolean;
}

export type AccessSettings = Pick<Env, "AUTH_MODE" | "HOST" | "APP_URL">;

/**
 * A page of another site must not act through the browser of somebody who may.
 *
 * @throws AppError `forbidden`
 */
export function refuseForeignPages(caller: Caller, settings: AccessSettings): void {
  refuseOtherOrigins(caller.headers, settings);
  refuseOtherSites(caller);
}

/** @throws AppError `forbidden` unless this machine asks, under one of its own names */
export function refuseOutsiders(headers: Headers, settings: AccessSettings): void {
  refuseOtherMachines(headers, settings);
  refuseForeignNames(headers, settings);
}

/** Browsers name the origin of the page that a request comes from; programs have none. */
function refuseOtherOrigins(headers: Headers, settings: AccessSettings): void {
  const origin = headers.get("origin");
  if (origin === null) return;
  const host = headers.get("host");
  const app = new URL(settings.APP_URL);
  if (origin === app.origin) return;
  // Under the app's own name, but without its TLS, anybody on the way can have written the page.
  const isDowngrade = app.protocol === "https:" && URL.canParse(origin) && new URL(origin).host === app.host;
  if (URL.canParse(origin) && new URL(origin).host === host && !isDowngrade) return;
  throw new AppError(
    "forbidden",
    `Pages of ${origin.slice(0, 100)} may not act here. If this is the app's own address, set APP_URL to it.`,
  );
}

/**
 * Browsers also tell how near the page's site is, in a header that no page can set, of requests without an Origin too.
 * Somebody may follow a link to here from anywhere, but that only shows something.
 */
function refuseOtherSites({ headers, mutates }: Caller): void {
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return;
  if (!mutates && headers.get("sec-fetch-mode") === "navigate") return;
  throw new AppError("forbidden", "A page of another site may not act here. Open the app itself, or use a program.");
}

function refuseOtherMachines(headers: Headers, settings: AccessSettings): void {
  const addresses = clientAddresses(headers);
  const here = addresses
    ? addresses.every(isOwnAddress)
    : isLoopbackAddress(settings.HOST) || settings.HOST === "localhost";
  if (here) return;
  throw new AppError(
    "forbidden",
    "Only requests from the machine that this runs on are served. AUTH_MODE=accounts lets people sign in from elsewhere.",
  );
}

/**
 * A name that somebody else owns may be made to point to this machine, and a page under that name would count as the
 * same site. An address cannot be made to point elsewhere.
 */
function refuseForeignNames(headers: Headers, settings: AccessSettings): void {
  const host = headers.get("host");
  // Only programs that speak HTTP/1.0 leave it out; every browser tells the name that it was given.
  if (host === null) return;
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "") : host;
  const own = ["localhost", settings.HOST, new URL(settings.APP_URL).hostname, hostname()].map((known) =>
    known.toLowerCase(),
  );
  if (isIP(name) !== 0 || own.includes(name) || name.endsWith(".localhost")) return;
  throw new AppError(
    "forbidden",
    `This is not served under the name ${name.slice(0, 100)}. If it is the app's own, set APP_URL to it.`,
  );
}
