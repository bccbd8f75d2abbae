import { AppError } from "@/core/errors";
import type { JsonText } from "@/core/json";

/** REST counts a body's bytes while it comes; this holds whatever way a payload took. @throws AppError `payload_too_large` */
export function requirePayloadSize(payload: JsonText, maximumBytes: number): void {
  if (Buffer.byteLength(payload.text) <= maximumBytes) return;
  throw new AppError("payload_too_large", `The payload has more than ${maximumBytes.toLocaleString("en")} bytes.`, {
    maximum_bytes: maximumBytes,
  });
}
