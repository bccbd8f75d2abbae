import { randomUUID } from "node:crypto";

/** The id that a proxy or client gave the request, if it is fit for logs and headers, or a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
}
