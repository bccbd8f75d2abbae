import type { IncomingMessage, ServerResponse } from "node:http";

/** What every answer carries, pages, data, files, redirects and errors alike; policies of contents differ by what it is. */
export const commonHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

/** Data is no document: opened as one, it runs and loads nothing. The policy of pages has a nonce: src/proxy.ts. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** What Next serves under these names is no page either. */
const dataPath = /^\/(api(\/|\?|$)|metrics(\?|$))/;

/** A browser believes this only over TLS, which ends at a proxy. */
const transport = "max-age=31536000";

/** Sets what does not depend on what is answered; a page's own policy takes the place of the one for data. */
export function setCommonHeaders({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  if (dataPath.test(url)) response.setHeader("content-security-policy", dataPolicy);
  if (headers["x-forwarded-proto"] === "https") response.setHeader("strict-transport-security", transport);
}

/** The head and body of an answer that Node's parser gives instead of us, in the form of all our errors. */
export function errorAnswer(status: string, error: { code: string; message: string }): string {
  const body = JSON.stringify({ error: { ...error, details: null } });
  const headers = {
    ...commonHeaders,
    "content-security-policy": dataPolicy,
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status}`, ...lines, "", body].join("\r\n");
}
