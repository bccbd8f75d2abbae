import { type Json, JsonError, parseJson } from "@/core/json";
import { parseContentType } from "./content-type";

/** A body as the step's output holds it. */
export interface DecodedBody {
  value: Json;
  /** what to tell when the body is not what its content type says */
  remark?: string;
}

/**
 * Turns the bytes of a body into JSON without a loss:
 *
 * - nothing → null;
 * - JSON types → the value, numbers to the digit; where that is not JSON, or nested too deep, as text;
 * - pictures, sound, archives and the like, and every body that is not text in its character set → base64;
 * - all else → text.
 */
export function decodeResponseBody(bytes: Buffer, contentType: string | undefined): DecodedBody {
  if (bytes.length === 0) return { value: null };
  const type = parseContentType(contentType);
  const text = isBinaryType(type.essence) ? undefined : decodeText(bytes, type.charset);
  if (text === undefined) return { value: base64Body(bytes, contentType) };
  if (!isJsonType(type.essence)) return { value: text };
  try {
    return { value: parseJson(text) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return {
      value: text,
      remark: `The body is labelled ${type.essence} but is not JSON that can be read; it is kept as text.`,
    };
  }
}

/** A body that is no text, or whose content encoding is not known. */
export function base64Body(bytes: Buffer, contentType: string | undefined): Json {
  return {
    encoding: "base64",
    data: bytes.toString("base64"),
    size: bytes.length,
    content_type: contentType ?? null,
  };
}

function isJsonType(essence: string): boolean {
  return essence === "application/json" || essence === "text/json" || essence.endsWith("+json");
}

/** Types whose bytes are never text, even where they happen to be valid UTF-8: the form must not vary with the content. */
function isBinaryType(essence: string): boolean {
  if (essence.endsWith("+xml") || essence.endsWith("+json")) return false;
  return /^(image|audio|video|font)\//.test(essence) || binaryTypes.has(essence);
}

const binaryTypes: ReadonlySet<string> = new Set([
  "application/gzip",
  "application/octet-stream",
  "application/pdf",
  "application/vnd.rar",
  "application/wasm",
  "application/x-7z-compressed",
  "application/x-bzip2",
  "application/x-gzip",
  "application/x-tar",
  "application/zip",
  "application/zstd",
]);

const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], charset: "utf-8" },
  { bytes: [0xfe, 0xff], charset: "utf-16be" },
  { bytes: [0xff, 0xfe], charset: "utf-16le" },
] as const;

/** The text, without its byte order mark; undefined when the bytes are not valid in their character set. */
function decodeText(bytes: Buffer, charset: string | undefined): string | undefined {
  const mark = byteOrderMarks.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte));
  try {
    return new TextDecoder(mark?.charset ?? charset ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
