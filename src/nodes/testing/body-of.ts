import type { Json } from "@/core/json";
import { outputOf } from "./run-http-request";
import { startStubWith } from "./servers";

/** What the output holds for a body that a server sent with this content type. */
export async function bodyOf(
  type: string | undefined,
  body: string | Uint8Array,
  headers: string[] = [],
): Promise<Json> {
  const typeHeader = type === undefined ? [] : [`Content-Type: ${type}`];
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const stub = await startStubWith(["HTTP/1.1 200 OK", ...typeHeader, length, ...headers], body);
  return (await outputOf({ url: stub.url })).body ?? null;
}
