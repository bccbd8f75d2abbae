import { type AppError, errorCodes } from "@/core/errors";
import { printJson } from "./print-json";

/**
 * What a route answers; `body` is printed as JSON, user data to the digit, undefined not at all. A stream is handed on as it
 * is; its type is among the headers.
 */
export interface RestReply {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** An answer as it is sent, whoever sends it. */
export interface RestAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** `set-cookie` headers */
  cookies: readonly string[];
  body: string | ReadableStream<Uint8Array> | null;
}

export function errorReply(error: AppError): RestReply {
  const { code, message, details } = error;
  return {
    status: errorCodes[code].status,
    body: { error: { code, message, details } },
    headers: {
      // The rest of the body may still be on its way; the next request must not be looked for behind it.
      ...(code === "payload_too_large" ? { connection: "close" } : {}),
      ...retryAfter(error),
    },
  };
}

/** When to come back, as a header, if the error knows. */
export function retryAfter({ details }: AppError): { "retry-after"?: string } {
  const seconds = details !== null && "retry_after_seconds" in details ? details.retry_after_seconds : undefined;
  return typeof seconds === "number" ? { "retry-after": String(seconds) } : {};
}

/** Statuses that the fetch standard allows no body for. */
const bodilessStatuses = new Set([204, 205, 304]);

export interface AnswerOptions {
  requestId: string;
  withoutBody: boolean;
  /** `set-cookie` headers */
  cookies?: readonly string[];
}

const bodyOf = (body: unknown) => (body instanceof ReadableStream ? body : printJson(body));

export function toAnswer(reply: RestReply, { requestId, withoutBody, cookies = [] }: AnswerOptions): RestAnswer {
  const bodiless = reply.body === undefined || bodilessStatuses.has(reply.status);
  const headers = {
    ...(bodiless ? {} : { "content-type": "application/json; charset=utf-8" }),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    ...reply.headers,
  };
  return { status: reply.status, headers, cookies, body: bodiless || withoutBody ? null : bodyOf(reply.body) };
}

/** As Next sends it. */
export function toResponse({ status, headers: own, cookies, body }: RestAnswer): Response {
  const headers = new Headers(own);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(body, { status, headers });
}
