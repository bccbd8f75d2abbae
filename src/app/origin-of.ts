import "server-only";

/** The address by which a request reached this app, as its browser wrote it; a proxy in front tells of its own. */
export function originOf(headers: Headers): string {
  const protocol = headers.get("x-forwarded-proto")?.split(",")[0]?.trim() ?? "http";
  return `${protocol}://${headers.get("x-forwarded-host") ?? headers.get("host") ?? "localhost"}`;
}
