import { z } from "zod";
import { JsonText, parseJson } from "@/core/json";
import type { RestRequest } from "./answer-rest";
import { decodeUtf8 } from "./read-body";
import type { RestReply } from "./rest-response";

/** `?status=503` makes it answer with that status, for trying out what a failing call does. */
const statusInput = z.coerce
  .number("status is a whole number from 200 to 599.")
  .int("status is a whole number from 200 to 599.")
  .min(200, "status is at least 200.")
  .max(599, "status is at most 599.")
  .default(200);

/** What identifies a caller is not repeated to anybody; that it was there is. */
const hiddenHeaders = new Set(["authorization", "proxy-authorization", "cookie"]);
const hidden = "(hidden)";

/** Headers that this process adds itself. */
const ownHeaders = /^x-(socket-address|forwarded-|middleware-|invoke-|matched-path)/;

/** Answers what it received, always as JSON, so that nothing sent here can come back as a page. */
export async function echo({ method, url, query, headers, body }: RestRequest): Promise<RestReply> {
  const status = z.object({ status: statusInput }).parse({ status: query.get("status") ?? undefined }).status;
  const bytes = await body();
  return {
    status,
    body: {
      method,
      url: `${url.pathname}${url.search}`,
      path: url.pathname,
      query: queryObject(query),
      headers: headerObject(headers),
      body: bodyValue(bytes, headers.get("content-type")),
    },
  };
}

/** Names that come several times have a list. */
function queryObject(query: URLSearchParams): Record<string, string | string[]> {
  const entries = [...new Set(query.keys())].map((name) => {
    const values = query.getAll(name);
    return [name, values.length > 1 ? values : (values[0] ?? "")] as const;
  });
  return Object.fromEntries(entries);
}

function headerObject(headers: Headers): Record<string, string> {
  const received = [...headers].filter(([name]) => !ownHeaders.test(name));
  return Object.fromEntries(received.map(([name, value]) => [name, hiddenHeaders.has(name) ? hidden : value]));
}

/** JSON as it came, other text as a text, anything else in base64, nothing as null. */
function bodyValue(bytes: Uint8Array, contentType: string | null): unknown {
  if (bytes.byteLength === 0) return null;
  try {
    const text = decodeUtf8(bytes);
    return isJson(text, contentType) ? new JsonText(text) : text;
  } catch {
    return { encoding: "base64", data: Buffer.from(bytes).toString("base64"), size: bytes.byteLength };
  }
}

function isJson(text: string, contentType: string | null): boolean {
  if (!/^\s*application\/([a-z0-9.-]+\+)?json\b/i.test(contentType ?? "")) return false;
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}
