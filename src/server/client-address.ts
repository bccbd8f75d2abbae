import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { socketAddressHeader } from "./incoming-requests";

/** The address of the socket, and those that proxies on the way say they were asked from; undefined: not known. */
export function clientAddresses(headers: Headers): string[] | undefined {
  const socket = headers.get(socketAddressHeader);
  if (socket === null) return undefined;
  const forwarded = headers.get("x-forwarded-for")?.split(",") ?? [];
  return [socket, ...forwarded].map((address) => withoutIpv4Prefix(address.trim())).filter((address) => address !== "");
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
