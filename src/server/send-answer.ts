import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import type { RestAnswer } from "./rest-response";

const gzipped = promisify(gzip);

/** Less than this is sent as it is, as Next does. */
const packedFrom = 1_024;

/**
 * Sends an answer through Node's server, packed for whoever takes it so.
 *
 * @throws what a stream breaks off with; the answer is broken off, too
 */
export async function sendAnswer(
  answer: RestAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, cookies, body } = answer;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  if (body === null) {
    response.end();
    return;
  }
  response.setHeader("vary", [headers.vary ?? [], "Accept-Encoding"].flat().join(", "));
  const packs =
    takesGzip(request.headers["accept-encoding"]) &&
    !headers["cache-control"]?.includes("no-transform") &&
    !(typeof body === "string" && isShort(body));
  if (packs) response.setHeader("content-encoding", "gzip");
  if (typeof body === "string") response.end(packs ? await gzipped(body) : body);
  else await sendStream(body, packs, response);
}

const isShort = (text: string): boolean => Buffer.byteLength(text) < packedFrom;

async function sendStream(body: ReadableStream<Uint8Array>, packs: boolean, response: ServerResponse): Promise<void> {
  // One class with two declarations: the DOM's and Node's.
  const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
  try {
    await (packs ? pipeline(source, createGzip(), response) : pipeline(source, response));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** The client went away before all was sent. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";

/** `gzip` or `*`, unless with a weight of zero. */
export function takesGzip(acceptEncoding: string | string[] | undefined): boolean {
  const codings = [acceptEncoding ?? []].flat().join(",").toLowerCase().split(",");
  return codings.some((coding) => /^\s*(gzip|x-gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(coding));
}
