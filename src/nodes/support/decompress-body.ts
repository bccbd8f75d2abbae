import { promisify } from "node:util";
import zlib from "node:zlib";
import { uncountedBytes } from "./exchange";
import { HttpFailure } from "./http-failure";

/** A body as its bytes, decompressed; or the news that it is too large to keep. */
export type Body = { kind: "complete"; bytes: Buffer; decoded: boolean } | { kind: "too_large"; limitBytes: number };

/**
 * Undoes the content encodings of a body, up to a number of bytes, so that a small answer that unpacks to a long one
 * does not fill the memory. `decoded` is false when an encoding is not known here; the bytes are then as they came.
 *
 * How long it will be nobody knows, so beyond what is not counted memory is taken for the longest.
 *
 * @throws HttpFailure when the body is not in the encoding that it claims
 */
export async function decompressBody(
  sent: Buffer,
  contentEncoding: string | undefined,
  maximumBytes: number,
  reserve: (bytes: number) => Promise<void> | undefined = () => undefined,
): Promise<Body> {
  const encodings = listEncodings(contentEncoding);
  // A body that is not there is in no encoding: answers to HEAD, and 204s, name one all the same.
  if (sent.length === 0 || encodings.length === 0) return { kind: "complete", bytes: sent, decoded: true };
  if (encodings.length > maximumEncodings || !encodings.every((encoding) => Object.hasOwn(decompressors, encoding))) {
    return { kind: "complete", bytes: sent, decoded: false };
  }

  // They are listed in the order in which they were applied.
  encodings.reverse();
  const uncounted = Math.min(uncountedBytes, maximumBytes);
  const small = sent.length < uncounted ? await decompressAll(sent, encodings, uncounted) : undefined;
  if (small) return { kind: "complete", bytes: small, decoded: true };
  await reserve(maximumBytes);
  const bytes = await decompressAll(sent, encodings, maximumBytes);
  return bytes ? { kind: "complete", bytes, decoded: true } : { kind: "too_large", limitBytes: maximumBytes };
}

/** Undefined when there is more than the maximum. */
async function decompressAll(
  sent: Buffer,
  encodings: readonly string[],
  maximumBytes: number,
): Promise<Buffer | undefined> {
  let bytes = sent;
  for (const encoding of encodings) {
    const decompressed = await decompress(bytes, encoding, maximumBytes);
    if (!decompressed) return undefined;
    bytes = decompressed;
  }
  return bytes;
}

/** More than a real server ever applies; each costs a full pass. */
const maximumEncodings = 5;

function listEncodings(header: string | undefined): string[] {
  return (header ?? "")
    .split(",")
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== "" && encoding !== "identity");
}

const gunzip = promisify(zlib.gunzip);
const inflate = promisify(zlib.inflate);
const inflateRaw = promisify(zlib.inflateRaw);
const brotliDecompress = promisify(zlib.brotliDecompress);

type Decompressor = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decompressors: Readonly<Record<string, Decompressor>> = {
  gzip: (bytes, options) => gunzip(bytes, options),
  "x-gzip": (bytes, options) => gunzip(bytes, options),
  br: (bytes, options) => brotliDecompress(bytes, options),
  // By the standard deflate comes in zlib's wrapping; some servers send it bare.
  deflate: (bytes, options) => (hasZlibHeader(bytes) ? inflate(bytes, options) : inflateRaw(bytes, options)),
};

/** What is sent as `accept-encoding`. */
export const acceptedEncodings = "gzip, deflate, br";

async function decompress(bytes: Buffer, encoding: string, maximumBytes: number): Promise<Buffer | undefined> {
  try {
    return await decompressors[encoding]?.(bytes, { maxOutputLength: maximumBytes });
  } catch (error) {
    if (error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") return undefined;
    throw new HttpFailure("http_invalid_response", `The answer's body is not valid ${encoding}, as it claims to be.`, {
      cause: error,
    });
  }
}

/** The first two bytes name the method 8 and, read as one number, are a multiple of 31. */
function hasZlibHeader(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}
