import { AppError } from "@/core/errors";

/**
 * How much of a body that is too long is still read, and thrown away. A client that is answered while it sends may see
 * its connection break instead of the answer.
 */
const discardedBytes = 10_000_000;

/**
 * Reads a request's body, counting while it comes, so that a body that is too long never fills the memory, whatever its
 * content-length says.
 *
 * @throws AppError `payload_too_large`
 */
export async function readBody(request: Request, maximumBytes: number): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length <= maximumBytes) chunks.push(part.value);
    else chunks.length = 0;
    if (length > maximumBytes + discardedBytes) {
      await reader.cancel().catch(() => undefined);
      break;
    }
  }
  if (length > maximumBytes) throw tooLarge(maximumBytes);
  return Buffer.concat(chunks, length);
}

function tooLarge(maximumBytes: number): AppError {
  return new AppError(
    "payload_too_large",
    `The body has more than ${maximumBytes.toLocaleString("en")} bytes. (MAX_PAYLOAD_BYTES sets the limit.)`,
    { maximum_bytes: maximumBytes },
  );
}

/** @throws AppError `invalid_json` for bytes that are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid_json", "The body is not UTF-8 text.");
  }
}
