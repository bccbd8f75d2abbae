import { STATUS_CODES } from "node:http";
import { type NodeExecution, type NodeExecutor, type Outcome, stepError } from "@/core/executor";
import { type Json, stringifyJson } from "@/core/json";
import type { RenderedConfig } from "@/core/kinds";
import { type HeaderList, hasHeader, headersAsObject, headerValue } from "./support/header-list";
import { HostBusy, HttpFailure } from "./support/http-failure";
import { buildRequestHeaders } from "./support/request-headers";
import { buildRequestUrl } from "./support/request-url";
import { base64Body, type DecodedBody, decodeResponseBody } from "./support/response-body";
import { parseRetryAfter } from "./support/retry-after";
import type { SafeFetch, SafeRequest, SafeResponse } from "./support/safe-fetch";

export interface HttpRequestOptions {
  fetch: SafeFetch;
}

/**
 * Sends one request. Status 400 and above, and whatever the other side may do better next time, is tried again; what
 * cannot help is dead at once.
 *
 * When `execution.signal` aborts, its reason is thrown: whether that means a give-back, a cancelled run or a lost lease
 * is known to the engine alone.
 */
export function createHttpRequest({ fetch }: HttpRequestOptions): NodeExecutor<"http_request"> {
  return {
    // Not asynchronous itself: while the other side takes its time, only the request's bytes are to be held.
    execute(execution) {
      try {
        return send(fetch, buildRequest(execution));
      } catch (error) {
        return failedOutcome(error);
      }
    },
  };
}

async function send(fetch: SafeFetch, request: SafeRequest): Promise<Outcome> {
  try {
    return outcomeOf(request, await fetch(request));
  } catch (error) {
    return failedOutcome(error);
  }
}

/** @throws what is no failure of the request */
function failedOutcome(error: unknown): Outcome {
  if (error instanceof HostBusy) return { kind: "giveback", delayMs: error.waitMs };
  if (!(error instanceof HttpFailure)) throw error;
  return { kind: error.retry ? "retry" : "dead", error: stepError(error.code, error.message) };
}

type HttpExecution = NodeExecution<RenderedConfig<"http_request">>;

function buildRequest({ config, dedupKey, boundSecrets = [], signal, reserve }: HttpExecution): SafeRequest {
  const body = encodeBody(config.body);
  const authored = buildRequestHeaders(config.headers);
  const automatic: HeaderList = [
    ["idempotency-key", dedupKey],
    ...(body ? [["content-type", body.type] as const] : []),
  ];
  return {
    method: config.method,
    url: buildRequestUrl(config.url, config.query),
    // A header that the author wrote wins.
    headers: [...authored, ...automatic.filter(([name]) => !hasHeader(authored, name))],
    body: body?.bytes,
    timeoutMs: config.timeout_seconds * 1_000,
    followRedirects: config.follow_redirects,
    boundSecrets,
    signal,
    reserve,
  };
}

/** A text is sent as it is, anything else as JSON; a body that is not configured is none, which null is not. */
function encodeBody(body: Json | undefined): { bytes: Buffer; type: string } | undefined {
  if (body === undefined) return undefined;
  return typeof body === "string"
    ? { bytes: Buffer.from(body, "utf8"), type: "text/plain; charset=utf-8" }
    : { bytes: Buffer.from(stringifyJson(body), "utf8"), type: "application/json" };
}

function outcomeOf(request: SafeRequest, response: SafeResponse): Outcome {
  const failed = response.status >= 400;
  if (response.body.kind === "too_large" && !failed) {
    throw new HttpFailure(
      "http_response_too_large",
      `${describeTarget(request, response)} answered with a body over ${megabytes(response.body.limitBytes)}, the limit for one response.`,
    );
  }
  const { value, remark } = decodeBody(response);
  const details = { status: response.status, headers: headersAsObject(response.headers), body: value };
  if (!failed) return { kind: "done", output: details };

  const reason = response.statusText.trim() || STATUS_CODES[response.status] || "";
  const message = `${describeTarget(request, response)} answered ${`${response.status} ${reason.slice(0, 200)}`.trim()}.`;
  const delayMs = parseRetryAfter(
    headerValue(response.headers, "retry-after"),
    headerValue(response.headers, "date"),
    Date.now(),
  );
  return {
    kind: "retry",
    error: stepError("http_status", remark === undefined ? message : `${message} ${remark}`, details),
    ...(delayMs === undefined ? {} : { delayMs }),
  };
}

function decodeBody({ headers, body }: SafeResponse): DecodedBody {
  if (body.kind === "too_large") {
    return { value: null, remark: `Its body is over ${megabytes(body.limitBytes)} and was not kept.` };
  }
  const contentType = headerValue(headers, "content-type");
  return body.decoded ? decodeResponseBody(body.bytes, contentType) : { value: base64Body(body.bytes, contentType) };
}

/** Path and query stay out of messages: secrets may be in them, in part or in another spelling. */
function describeTarget({ method, url }: SafeRequest, response: SafeResponse): string {
  const redirected = response.url.origin === url.origin ? "" : ` (redirected to ${response.url.origin})`;
  return `${method} ${url.origin}${redirected}`;
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
