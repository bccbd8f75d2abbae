import type { AppError } from "@/core/errors";
import type { EngineLog } from "@/engine/log";
import { createWebLogger } from "./logger";
import { webProcess } from "./web-process";

/** Logs what a client is not told: why a request failed for no fault of its own. Refusals are the client's business. */
export function reportFailure(error: AppError, request: { requestId: string; method: string; path: string }): void {
  if (error.code === "internal_error") log().error({ ...request, error: error.cause ?? error }, "request failed");
  if (error.code === "unavailable")
    log().warn({ ...request, error: error.cause ?? error }, "request could not be served");
}

/** The process's log; of its own while there is no process to speak of, because the environment is wrong. */
function log(): EngineLog {
  try {
    return webProcess().log;
  } catch {
    return createWebLogger("info");
  }
}
