/**
 * Why a request came to no usable answer. What the other side may do better next time is tried again; what only a
 * change of the workflow or of the settings mends, or what the same request would meet again, is not.
 */
const httpFailureCodes = {
  /** the time of the whole request, or of one of its phases, was over; the message says which */
  http_timeout: { retry: true },
  http_name_not_resolved: { retry: true },
  http_connection_failed: { retry: true },
  http_tls_failed: { retry: true },
  /** the connection broke after the request was sent, before or within the answer */
  http_connection_lost: { retry: true },
  /** the answer breaks the rules of HTTP, or of the compression that it announces */
  http_invalid_response: { retry: true },
  http_invalid_url: { retry: false },
  http_invalid_header: { retry: false },
  http_address_blocked: { retry: false },
  http_secret_not_allowed: { retry: false },
  http_too_many_redirects: { retry: false },
  http_response_too_large: { retry: false },
} as const;

export type HttpFailureCode = keyof typeof httpFailureCodes;

/** Thrown before anything was sent that may not be sent again: the host has as many requests as it may have. Not a failure, and no try. */
export class HostBusy extends Error {
  override readonly name = "HostBusy";

  constructor(readonly waitMs: number) {
    super("The host has as many requests at a time as it may have.");
  }
}

/** Codes that tell of a host that does not answer; any answer, an error's too, is one. */
const silentCodes: ReadonlySet<HttpFailureCode> = new Set([
  "http_timeout",
  "http_name_not_resolved",
  "http_connection_failed",
  "http_tls_failed",
  "http_connection_lost",
]);

/** Whether a request came to nothing because its host did not answer. */
export function isSilence(error: unknown): boolean {
  return error instanceof HttpFailure && silentCodes.has(error.code);
}

/** Thrown by everything in this folder. Its message holds no path, query, credential, header value or body. */
export class HttpFailure extends Error {
  override readonly name = "HttpFailure";

  constructor(
    readonly code: HttpFailureCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get retry(): boolean {
    return httpFailureCodes[this.code].retry;
  }
}
