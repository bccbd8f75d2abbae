import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { namesHost, parseHostEntry } from "@/core/host-entry";
import { HttpFailure } from "./http-failure";

/** Resolves a name to all of its addresses, as `dns.lookup` with `all: true` does. */
export type Resolver = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const systemResolver: Resolver = (hostname, callback) => systemLookup(hostname, { all: true }, callback);

/** Says which addresses a request may reach. */
export interface AddressPolicy {
  /** whether an operator, or the product itself, vouches for this address: then it may resolve to anything */
  isTrusted(url: URL): boolean;
  /**
   * Checks what can be checked before a connection: literal addresses never pass through a look-up.
   *
   * @throws HttpFailure when the host is an address that is not public
   */
  checkLiteral(url: URL): void;
  /**
   * The look-up of connections to hosts that are not trusted. The addresses that it checks are the ones that are
   * connected to, so a name that changes its answer between check and use gains nothing.
   */
  guardedLookup: LookupFunction;
  /** the look-up of connections to trusted hosts: any answer will do */
  trustedLookup: LookupFunction;
}

export interface AddressPolicyOptions {
  /** `host` or `host:port`, exact; other ports and names of the same machine are not meant */
  allowHosts: readonly string[];
  /** the product's own address; of it only /api/echo may be called */
  appUrl: string;
  resolver: Resolver;
}

/** @throws Error when an entry of the allow list is malformed */
export function createAddressPolicy({ allowHosts, appUrl, resolver }: AddressPolicyOptions): AddressPolicy {
  const allowed = new Set(allowHosts.map(requireHostEntry));
  const echo = echoUrl(appUrl);

  return {
    isTrusted: (url) => namesHost(allowed, url) || (url.origin === echo.origin && url.pathname === echo.pathname),

    checkLiteral(url) {
      const address = literalAddress(url.hostname);
      if (address === undefined || isPublicAddress(address)) return;
      throw blocked(url.hostname, `${url.hostname} is not a public address`);
    },

    // Which address is forbidden stays untold: it would map the inner network.
    guardedLookup: lookupThrough(resolver, (hostname, addresses) =>
      addresses.every(({ address }) => isPublicAddress(address))
        ? undefined
        : blocked(hostname, `${hostname} leads to an address that is not public`),
    ),

    trustedLookup: lookupThrough(resolver, () => undefined),
  };
}

/** A look-up in the form that sockets want it, which refuses all addresses when `check` objects to any. */
function lookupThrough(
  resolver: Resolver,
  check: (hostname: string, addresses: readonly LookupAddress[]) => HttpFailure | undefined,
): LookupFunction {
  return (hostname, options, callback) => {
    resolver(hostname, (error, addresses) => {
      const failure = error ?? check(hostname, addresses);
      if (failure) return callback(failure, []);
      const wanted = addresses.filter(({ family }) => !options.family || family === familyNumber(options.family));
      const [first] = wanted;
      if (!first) return callback(noAddress(hostname), []);
      if (options.all) return callback(null, wanted);
      return callback(null, first.address, first.family);
    });
  };
}

/** Whether an address belongs to a public host, and not to a network, a machine or a cloud's inside. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // process() turns an IPv4-mapped IPv6 address into the IPv4 address that is reached through it.
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // Of IPv6 only 2000::/3 is given out. The rest is not "unicast" by name everywhere: ::7f00:1 is (see ::/96).
  return address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3"));
}

function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}

function blocked(host: string, why: string): HttpFailure {
  return new HttpFailure(
    "http_address_blocked",
    `${why}, so nothing was sent. If workflows may reach it, add ${host} (or ${host} with a :port) to HTTP_ALLOW_HOSTS.`,
  );
}

function noAddress(hostname: string): HttpFailure {
  return new HttpFailure("http_name_not_resolved", `${hostname} has no address of the wanted kind.`);
}

function familyNumber(family: number | "IPv4" | "IPv6"): number {
  if (family === "IPv4") return 4;
  return family === "IPv6" ? 6 : family;
}

function echoUrl(appUrl: string): URL {
  return new URL(`${appUrl.replace(/\/+$/, "")}/api/echo`);
}

/** @throws Error when it is malformed */
function requireHostEntry(entry: string): string {
  const parsed = parseHostEntry(entry);
  if (parsed === undefined) throw malformedEntry(entry);
  return parsed;
}

function malformedEntry(entry: string): Error {
  return new Error(
    `HTTP_ALLOW_HOSTS has an entry that is neither a host nor host:port: "${entry}". Write for example "intranet.example:8080".`,
  );
}
