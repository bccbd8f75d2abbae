/**
 * The one table of error codes: what a client sees over REST (HTTP status) and over tRPC (its error key).
 * A code that is not here does not exist.
 */
export const errorCodes = {
  invalid_json: { status: 400, trpc: "PARSE_ERROR" },
  unauthorized: { status: 401, trpc: "UNAUTHORIZED" },
  forbidden: { status: 403, trpc: "FORBIDDEN" },
  not_found: { status: 404, trpc: "NOT_FOUND" },
  method_not_allowed: { status: 405, trpc: "METHOD_NOT_SUPPORTED" },
  not_draft: { status: 409, trpc: "CONFLICT" },
  not_active: { status: 409, trpc: "CONFLICT" },
  already_active: { status: 409, trpc: "CONFLICT" },
  stale_update: { status: 409, trpc: "CONFLICT" },
  run_not_failed: { status: 409, trpc: "CONFLICT" },
  run_finished: { status: 409, trpc: "CONFLICT" },
  idempotency_conflict: { status: 409, trpc: "CONFLICT" },
  conflict: { status: 409, trpc: "CONFLICT" },
  payload_too_large: { status: 413, trpc: "PAYLOAD_TOO_LARGE" },
  unsupported_media_type: { status: 415, trpc: "UNSUPPORTED_MEDIA_TYPE" },
  validation_error: { status: 422, trpc: "UNPROCESSABLE_CONTENT" },
  cycle_detected: { status: 422, trpc: "UNPROCESSABLE_CONTENT" },
  rate_limited: { status: 429, trpc: "TOO_MANY_REQUESTS" },
  internal_error: { status: 500, trpc: "INTERNAL_SERVER_ERROR" },
  unavailable: { status: 503, trpc: "SERVICE_UNAVAILABLE" },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** One thing that is wrong with an input: `path` says where (`nodes.2.config.url`, `edges.0`), `message` what and what to do. */
export interface Problem {
  path: string;
  message: string;
  /** the node that the problem belongs to, where there is one */
  node_id?: string | undefined;
}

export type ErrorDetails = readonly unknown[] | Readonly<Record<string, unknown>> | null;

/** The only error that reaches a client as it is. Anything else is answered as `internal_error`, without its message. */
export class AppError extends Error {
  override readonly name = "AppError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** The error for a thing that is not there; malformed ids end here too, so that an id reveals nothing. */
export function notFound(what: string, id: string): AppError {
  return new AppError("not_found", `There is no ${what} with the id "${id.slice(0, 100)}".`);
}

/** The error that carries every problem of an input at once. */
export function validationError(message: string, problems: readonly Problem[]): AppError {
  return new AppError("validation_error", message, problems);
}
