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
