import { isJsonObject, type Json, toNumber } from "@/core/json";

/** A binary value as an HTTP step records it: `{ "encoding": "base64", "data", "size", "content_type" }`. */
export interface Binary {
  /** where in the value it stands, for example `body`; empty for the value itself */
  path: string;
  data: string;
  size: number;
  contentType: string;
}

/** All binary values in a piece of JSON, and the JSON with their data replaced by a word. */
export function separateBinaries(value: Json): { value: Json; binaries: Binary[] } {
  const binaries: Binary[] = [];
  return { value: visit(value, "", binaries), binaries };
}

function visit(value: Json, path: string, found: Binary[]): Json {
  if (Array.isArray(value))
    return value.map((item, index) => visit(item, path ? `${path}.${index}` : `${index}`, found));
  if (!isJsonObject(value)) return value;
  const binary = readBinary(value, path);
  if (binary !== undefined) {
    found.push(binary);
    return { ...value, data: "(binary)" };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, visit(member, path ? `${path}.${key}` : key, found)]),
  );
}

function readBinary(value: { [key: string]: Json }, path: string): Binary | undefined {
  const { encoding, data, size, content_type: contentType } = value;
  const bytes = toNumber(size);
  if (encoding !== "base64" || typeof data !== "string" || bytes === undefined) return undefined;
  return { path, data, size: bytes, contentType: typeof contentType === "string" ? contentType : "unknown type" };
}

/** The bytes behind base64; undefined when the text is not base64 after all. */
export function decodeBase64(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
