import { AppError } from "@/core/errors";
import { JsonError, JsonText, parseJson } from "@/core/json";
import { decodeUtf8 } from "./read-body";

/**
 * The JSON body of a request as the text that came, or undefined when there is none. A request that promises JSON by its
 * content-type and brings nothing is broken, unless the route needs no body anyway.
 *
 * @throws AppError `unsupported_media_type`, `invalid_json`
 */
export function jsonBody(bytes: Uint8Array, headers: Headers, { needed }: { needed: boolean }): JsonText | undefined {
  if (bytes.byteLength === 0) {
    if (!headers.has("content-type")) return undefined;
    // What a form of any page can send has a type, and never this one.
    requireReadableType(headers);
    if (!needed) return undefined;
    throw new AppError(
      "invalid_json",
      "The body is empty, but the content-type promises JSON. Send a body, or no content-type.",
    );
  }
  requireReadableType(headers);
  const text = decodeUtf8(bytes);
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) throw new AppError("invalid_json", `The body is not valid JSON: ${error.message}`);
    throw error;
  }
  return new JsonText(text);
}

/** `application/json`, alone or with `charset=utf-8`. */
function isJsonType(contentType: string | null): boolean {
  return /^\s*application\/json\s*(;\s*charset\s*=\s*("utf-?8"|utf-?8)\s*)?;?\s*$/i.test(contentType ?? "");
}

/** @throws AppError `unsupported_media_type` for anything but uncompressed JSON */
export function requireReadableType(headers: Headers): void {
  const contentType = headers.get("content-type");
  if (!isJsonType(contentType)) {
    const given = contentType === null ? "there is none" : `not ${JSON.stringify(contentType.slice(0, 100))}`;
    throw new AppError("unsupported_media_type", `A body needs the content-type application/json; ${given}.`);
  }
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") {
    const given = JSON.stringify(encoding.slice(0, 100));
    throw new AppError(
      "unsupported_media_type",
      `A body must come uncompressed, but its content-encoding is ${given}.`,
    );
  }
}
