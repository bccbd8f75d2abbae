import type { HttpFailureCode } from "./http-failure";

/** How far an exchange has come; a failure means something else in each phase. */
export type Phase = "connecting" | "waiting" | "reading";

interface Description {
  code: HttpFailureCode;
  /** a sentence's end; it names the system's error code and nothing of the request */
  reason: string;
}

/** What an error of undici, of a socket, of TLS or of the look-up means to whoever reads the step. */
export function describeConnectionError(error: Error, phase: Phase, idleTimeoutMs: number): Description {
  const systemCode = codeOf(error);
  const suffix = systemCode ? ` (${systemCode}).` : ".";
  if (systemCode === "UND_ERR_CONNECT_TIMEOUT" || (phase === "connecting" && systemCode === "ETIMEDOUT")) {
    return { code: "http_timeout", reason: `the server did not accept a connection in time${suffix}` };
  }
  if (systemCode === "UND_ERR_BODY_TIMEOUT") {
    return {
      code: "http_timeout",
      reason: `the answer stopped, and nothing more came for ${idleTimeoutMs / 1_000} s.`,
    };
  }
  if (resolverCodes.has(systemCode)) {
    return { code: "http_name_not_resolved", reason: `the name could not be resolved to an address${suffix}` };
  }
  if (isTlsCode(systemCode)) {
    return { code: "http_tls_failed", reason: `no secure connection could be made${suffix}` };
  }
  const interim = phase === "connecting" ? undefined : interimAnswers[error.message];
  if (interim) return { code: "http_invalid_response", reason: interim };
  // undici's errors of its parser carry no code.
  if (error.name === "HTTPParserError" || invalidAnswerCodes.has(systemCode)) {
    return { code: "http_invalid_response", reason: `the answer is not valid HTTP${suffix}` };
  }
  if (phase === "connecting") {
    const refused = systemCode === "ECONNREFUSED" ? "nothing accepts connections there" : "no connection could be made";
    return { code: "http_connection_failed", reason: `${refused}${suffix}` };
  }
  const when = phase === "waiting" ? "before an answer came" : "before the answer was complete";
  return { code: "http_connection_lost", reason: `the connection broke ${when}${suffix}` };
}

const resolverCodes: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NODATA",
  "EAI_NONAME",
  "ESERVFAIL",
  "ENODATA",
  "ETIMEOUT",
]);

/** undici closes the connection at these answers, with no more than a word; it goes on after others below 200. */
const interimAnswers: Readonly<Record<string, string>> = {
  "bad response": "the server answered 100 Continue, which was not asked for; the answer behind it cannot be read.",
  "bad upgrade": "the server wants to speak another protocol (101, or an upgrade), which was not asked for.",
};

const invalidAnswerCodes: ReadonlySet<string> = new Set([
  // undici's own check of a status below 100
  "ERR_ASSERTION",
  "UND_ERR_HEADERS_OVERFLOW",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

function isTlsCode(code: string): boolean {
  return (
    /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code) ||
    code === "EPROTO" ||
    code === "HOSTNAME_MISMATCH" ||
    code === "INVALID_CA"
  );
}

/** Of several attempts that failed, one for each address, the first error's code stands for all. */
function codeOf(error: Error): string {
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error instanceof AggregateError) {
    const [first]: readonly unknown[] = error.errors;
    return first instanceof Error ? codeOf(first) : "";
  }
  return "";
}
