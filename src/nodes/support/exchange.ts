import type { Dispatcher } from "undici";
import { describeConnectionError, type Phase } from "./connection-errors";
import { timeIsOver } from "./deadline";
import { type HeaderList, headerValue } from "./header-list";
import { HttpFailure } from "./http-failure";
import type { Hop } from "./redirects";

/** What came back over the wire: header values as text, the body as it was sent, or the news that it is too large. */
export interface Answer {
  status: number;
  statusText: string;
  headers: HeaderList;
  body: Buffer | "too_large";
}

export interface ExchangeLimits {
  /** ends the exchange; `timeIsOver` as its reason makes a failure, any other reason is thrown as it is */
  signal: AbortSignal;
  /** the whole time that the signal grants, for messages */
  timeoutMs: number;
  /** how long a body may pause */
  idleTimeoutMs: number;
  /** how many bytes of which answer's body are kept */
  maximumBytes: (status: number, headers: HeaderList) => number;
  /** takes memory for so many bytes of a body; undefined: it is there */
  reserve: (bytes: number) => Promise<void> | undefined;
}

/** What of a body is read without asking for memory. */
export const uncountedBytes = 64 * 1024;

/**
 * Sends one request and reads its answer.
 *
 * It listens to undici directly because a request that waits for its connection cannot be aborted through undici's
 * signal, and because only here every phase is seen.
 *
 * A body pays for what has come, and as much again: what a length announces costs nothing. While memory is not to be
 * had the body is not read on, and the other side has to wait.
 *
 * @throws HttpFailure for everything that goes wrong on the way
 * @throws the signal's reason when it is not `timeIsOver`
 */
export function exchange(dispatcher: Dispatcher, hop: Hop, limits: ExchangeLimits): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let phase: Phase = "connecting";
    let abortRequest: ((reason: Error) => void) | undefined;
    let answer: Omit<Answer, "body"> = { status: 0, statusText: "", headers: [] };
    let maximumBytes = 0;
    let size = 0;
    let paidBytes = uncountedBytes;
    const chunks: Buffer[] = [];

    const settle = (conclude: () => void) => {
      limits.signal.removeEventListener("abort", onAbort);
      conclude();
    };
    const onAbort = () => {
      const reason: unknown = limits.signal.reason;
      const failure = reason === timeIsOver ? timedOut(hop, phase, limits.timeoutMs, size) : reason;
      settle(() => reject(failure));
      abortRequest?.(abandoned);
    };
    const finishTooLarge = () => {
      settle(() => resolve({ ...answer, body: "too_large" }));
      abortRequest?.(abandoned);
    };

    if (limits.signal.aborted) return onAbort();
    limits.signal.addEventListener("abort", onAbort, { once: true });

    dispatcher.dispatch(
      {
        origin: hop.url.origin,
        path: `${hop.url.pathname}${hop.url.search}`,
        // undici's list of methods is open at run time.
        method: hop.method as Dispatcher.HttpMethod,
        headers: hop.headers.flat(),
        body: hop.body ?? null,
        // The signal bounds the wait for headers.
        headersTimeout: 0,
        bodyTimeout: limits.idleTimeoutMs,
      },
      {
        onRequestStart(controller) {
          phase = "waiting";
          abortRequest = (reason) => controller.abort(reason);
          if (limits.signal.aborted) controller.abort(abandoned);
        },
        onResponseStart(controller, status, _headers, statusText) {
          if (status < 200) return;
          phase = "reading";
          const headers = readHeaders(controller.rawHeaders);
          answer = { status, statusText: statusText ?? "", headers };
          maximumBytes = limits.maximumBytes(status, headers);
          if (carriesBody(hop.method, status) && announcedBytes(headers) > maximumBytes) finishTooLarge();
        },
        onResponseData(controller, chunk) {
          size += chunk.length;
          if (size > maximumBytes) return finishTooLarge();
          chunks.push(chunk);
          if (size <= paidBytes) return;
          const due = Math.min(maximumBytes, 2 * size) - paidBytes;
          paidBytes += due;
          const waiting = limits.reserve(due);
          if (!waiting) return;
          controller.pause();
          // Where it is rejected, the signal has fired and ended the exchange.
          waiting.then(
            () => controller.resume(),
            () => undefined,
          );
        },
        onResponseEnd() {
          settle(() => resolve({ ...answer, body: Buffer.concat(chunks, size) }));
        },
        onResponseError(_controller, error) {
          // undici takes a 304 that announces a length for cut off.
          if (phase === "reading" && !carriesBody(hop.method, answer.status)) {
            return settle(() => resolve({ ...answer, body: Buffer.alloc(0) }));
          }
          settle(() => reject(failureOf(error, hop, phase, limits.idleTimeoutMs)));
        },
      },
    );
  });
}

/** Some answers announce the length of a body that they leave out. */
function carriesBody(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

function announcedBytes(headers: HeaderList): number {
  return Number(headerValue(headers, "content-length") ?? 0);
}

/** What undici is told when nobody waits for the answer any more. */
const abandoned = new Error("The request was abandoned.");

function failureOf(error: Error, hop: Hop, phase: Phase, idleTimeoutMs: number): Error {
  if (error instanceof HttpFailure) return error;
  const { code, reason } = describeConnectionError(error, phase, idleTimeoutMs);
  return new HttpFailure(code, `${hop.method} ${hop.url.origin} failed: ${reason}`, { cause: error });
}

function timedOut(hop: Hop, phase: Phase, timeoutMs: number, bytes: number): HttpFailure {
  const where = {
    connecting: "no connection was made.",
    waiting: "the request was sent, but no answer came.",
    reading: `the answer was not complete; ${bytes} bytes of its body had come.`,
  };
  return new HttpFailure(
    "http_timeout",
    `${hop.method} ${hop.url.origin} took longer than ${timeoutMs / 1_000} s: ${where[phase]}`,
  );
}

function readHeaders(raw: Dispatcher.DispatchController["rawHeaders"]): HeaderList {
  const fields: readonly (Buffer | string)[] = Array.isArray(raw) ? raw : [];
  return Array.from({ length: Math.floor(fields.length / 2) }, (_, index) => [
    headerText(fields[2 * index]),
    headerText(fields[2 * index + 1]),
  ]);
}

/** Header values are bytes: UTF-8 where they are valid as such, else Latin-1. */
function headerText(field: Buffer | string | undefined): string {
  if (field === undefined || typeof field === "string") return field ?? "";
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(field);
  } catch {
    return field.toString("latin1");
  }
}
