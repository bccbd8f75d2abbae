import { isJsonObject, type Json, JsonText, stringifyJson } from "@/core/json";

/** What an HTTP step sends, as far as it may be shown: a secret is its reference. */
export interface ShownRequest {
  method: string;
  url: string;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  body: JsonText | undefined;
}

/**
 * The request that a step's input stands for. The worker adds the idempotency key and the body's type where the author
 * wrote no header of that name (nodes/http-request.ts).
 */
export function readRequest(input: JsonText, dedupKey: string): ShownRequest | undefined {
  const config = input.parse();
  if (!isJsonObject(config) || typeof config.url !== "string") return undefined;
  const headers = rowsOf(config.headers);
  const has = (name: string) => headers.some(([known]) => known.toLowerCase() === name);
  const body = config.body === undefined ? undefined : new JsonText(stringifyJson(config.body));
  if (!has("idempotency-key")) headers.push(["idempotency-key", dedupKey]);
  if (body && !has("content-type")) {
    headers.push(["content-type", typeof config.body === "string" ? "text/plain; charset=utf-8" : "application/json"]);
  }
  return {
    method: typeof config.method === "string" ? config.method.toUpperCase() : "GET",
    url: config.url,
    query: rowsOf(config.query),
    headers,
    body,
  };
}

/** One row a value: a list stands for a name that is repeated. */
function rowsOf(value: Json | undefined): [string, string][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]): [string, string][] =>
    (Array.isArray(one) ? one : [one]).map((each) => [name, typeof each === "string" ? each : stringifyJson(each)]),
  );
}
