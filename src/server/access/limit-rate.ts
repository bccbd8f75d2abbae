import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { AppError } from "@/core/errors";
import { addressBehindProxies } from "./client-address";
import type { RateLimiter } from "./rate-limiter";

/**
 * Counts a request for the address that it comes from and, if it carries a key, for that key as well: a key that is used
 * from many addresses is one caller, and so is an address that tries many keys.
 *
 * @throws AppError `rate_limited`
 */
export function limitRate(limiter: RateLimiter, headers: Headers, trustedProxies: number): void {
  const callers = [`address ${networkOf(addressBehindProxies(headers, trustedProxies) ?? "unknown")}`];
  const key = headers.get("authorization");
  if (key !== null) callers.push(`key ${createHash("sha256").update(key).digest("base64")}`);
  const waitMs = limiter.take(callers);
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1_000);
  throw new AppError(
    "rate_limited",
    `There were too many requests. Try again in ${seconds} s. (RATE_LIMIT_PER_MINUTE sets the limit.)`,
    { retry_after_seconds: seconds },
  );
}

/** Whoever has one IPv6 address has at least the 2^64 of its network. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...gap, ...after].slice(0, 4).join(":");
}
