import type { AppError } from "@/core/errors";
import type { EngineLog } from "@/engine/log";

/** Logs what a client is not told: why a request failed for no fault of its own. Refusals are the client's own business. */
export function reportFailure(
  log: EngineLog,
  error: AppError,
  request: { requestId: string; method: string; path: string },
): void {
  if (error.code === "internal_error") log.error({ ...request, err: error.cause ?? error }, "request failed");
  else if (error.code === "unavailable")
    log.warn({ ...request, err: error.cause ?? error }, "request could not be served");
}
