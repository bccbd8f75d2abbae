import type { Resolver } from "../support/address-policy";
import { HttpFailure } from "../support/http-failure";
import type { SafeFetch, SafeResponse } from "../support/safe-fetch";

export function get(fetch: SafeFetch, url: string): Promise<SafeResponse> {
  return fetch({
    method: "GET",
    url: new URL(url),
    headers: [],
    body: undefined,
    timeoutMs: 10_000,
    followRedirects: true,
    signal: new AbortController().signal,
  });
}

/** What became of a request: `answered <status>`, or the code of its failure. */
export async function codeOf(request: Promise<SafeResponse>): Promise<string> {
  try {
    return `answered ${(await request).status}`;
  } catch (error) {
    if (error instanceof HttpFailure) return error.code;
    throw error;
  }
}

/** A look-up that answers these addresses to whatever it is asked. */
export function resolverTo(...addresses: string[]): Resolver {
  return (_hostname, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
}
