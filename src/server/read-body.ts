import type { IncomingMessage } from "node:http";
import { AppError } from "@/core/errors";

/**
 * How much of a body that is too long is still read, and thrown away. A client that is answered while it sends may see
 * its connection break instead of the answer.
 */
const discardedBytes = 10_000_000;

/** A body as it comes, counted, so that one that is too long never fills the memory, whatever its content-length says. */
class GrowingBody {
  readonly #maximumBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** @returns whether more may come */
  add(chunk: Uint8Array): boolean {
    this.#length += chunk.byteLength;
    if (this.#length <= this.#maximumBytes) this.#chunks.push(chunk);
    else this.#chunks.length = 0;
    return this.#length <= this.#maximumBytes + discardedBytes;
  }

  /** @throws AppError `payload_too_large` */
  bytes(): Uint8Array {
    if (this.#length > this.#maximumBytes) throw tooLarge(this.#maximumBytes);
    const [only] = this.#chunks;
    return this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks, this.#length);
  }
}

/**
 * Reads the body of a request that Next has taken in.
 *
 * @throws AppError `payload_too_large`
 */
export async function readBody(request: Request, maximumBytes: number): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const body = new GrowingBody(maximumBytes);
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (body.add(part.value)) continue;
    await reader.cancel().catch(() => undefined);
    break;
  }
  return body.bytes();
}

/**
 * Reads the body of a request as Node's server has it: without a stream of the web around it, which costs more than all
 * else that is done for a small body.
 *
 * @throws AppError `payload_too_large`
 */
export function readIncomingBody(message: IncomingMessage, maximumBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // Nobody will read this; a refusal is what is not logged as a failure of ours.
    const closed = () => reject(new AppError("invalid_json", "The connection was closed before the body had come."));
    // The client may have left while its permission was being looked up: then none of the events below comes any more.
    if (message.destroyed || message.errored) return closed();
    const body = new GrowingBody(maximumBytes);
    const end = () => {
      try {
        resolve(body.bytes());
      } catch (error) {
        reject(error);
      }
    };
    message.on("data", (chunk: Buffer) => {
      if (body.add(chunk)) return;
      message.pause();
      end();
    });
    message.once("end", end);
    message.once("error", closed);
    message.once("close", () => {
      if (!message.complete) closed();
    });
  });
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
