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

type AccessSettings = Pick<Env, "AUTH_MODE" | "HOST" | "APP_URL">;

/**
 * Who acts, as it is recorded. There are no accounts yet: `local` serves whoever is on this machine, `open` everybody.
 * In both, a page of another site must not act through the browser of somebody who may.
 *
 * @throws AppError `forbidden`
 */
export function identifyActor(caller: Caller, settings: AccessSettings): string {
  if (caller.mutates) refuseOtherSites(caller.headers, settings);
  if (settings.AUTH_MODE === "open") return "anonymous";
  refuseOtherMachines(caller.headers, settings);
  refuseForeignNames(caller.headers, settings);
  return "local";
}

/** Browsers name the site that a request comes from; programs do not. */
function refuseOtherSites(headers: Headers, settings: AccessSettings): void {
  const origin = headers.get("origin");
  if (origin === null) return;
  const host = headers.get("host");
  if (URL.canParse(origin) && (new URL(origin).host === host || origin === new URL(settings.APP_URL).origin)) return;
  throw new AppError(
    "forbidden",
    `Pages of ${origin.slice(0, 100)} may not act here. If this is the app's own address, set APP_URL to it.`,
  );
}

function refuseOtherMachines(headers: Headers, settings: AccessSettings): void {
  const addresses = clientAddresses(headers);
  const here = addresses
    ? addresses.every(isOwnAddress)
    : isLoopbackAddress(settings.HOST) || settings.HOST === "localhost";
  if (here) return;
  throw new AppError(
    "forbidden",
    "Only requests from the machine that this runs on are served. AUTH_MODE=open serves everybody.",
  );
}

/**
 * A name that somebody else owns may be made to point to this machine, and a page under that name would count as the
 * same site. An address cannot be made to point elsewhere.
 */
function refuseForeignNames(headers: Headers, settings: AccessSettings): void {
  const host = headers.get("host");
  if (host === null || !URL.canParse(`http://${host}`)) return;
  const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const own = ["localhost", settings.HOST, new URL(settings.APP_URL).hostname, hostname()].map((known) =>
    known.toLowerCase(),
  );
  if (isIP(name) !== 0 || own.includes(name) || name.endsWith(".localhost")) return;
  throw new AppError(
    "forbidden",
    `This is not served under the name ${name.slice(0, 100)}. If it is the app's own, set APP_URL to it.`,
  );
}
