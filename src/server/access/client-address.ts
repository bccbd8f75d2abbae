import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { socketAddressHeader } from "../incoming-requests";

/** The address of the socket, and those that proxies on the way say they were asked from; undefined: not known. */
export function clientAddresses(headers: Headers): string[] | undefined {
  const socket = headers.get(socketAddressHeader);
  if (socket === null) return undefined;
  const forwarded = headers.get("x-forwarded-for")?.split(",") ?? [];
  return [socket, ...forwarded].map((address) => withoutIpv4Prefix(address.trim())).filter((address) => address !== "");
}

/**
 * The address that a request came from, behind as many proxies as are known to be there. Each adds the address that it was
 * asked from at the end of x-forwarded-for; what stands further left, anybody can have written.
 */
export function addressBehindProxies(headers: Headers, proxies: number): string | undefined {
  const [socket, ...forwarded] = clientAddresses(headers) ?? [];
  return socket === undefined ? undefined : ([...forwarded, socket].at(-1 - proxies) ?? forwarded[0] ?? socket);
}

/** Whether an address is one of this machine's own. */
export function isOwnAddress(address: string): boolean {
  if (isLoopbackAddress(address)) return true;
  return Object.values(networkInterfaces()).some((entries) => entries?.some((entry) => entry.address === address));
}

export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

/** `::ffff:127.0.0.1`, as a socket that listens on IPv6 and IPv4 tells it, → `127.0.0.1` */
function withoutIpv4Prefix(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
