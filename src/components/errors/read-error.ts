import type { ErrorCode, Problem } from "@/core/errors";

/** An error as a person can use it, whatever it was. */
export interface ReadableError {
  /** the product's own code, or `unreachable` when no answer came at all */
  code: ErrorCode | "unreachable" | "unknown";
  message: string;
  /** finds the request in the server's log */
  requestId: string | undefined;
  problems: readonly Problem[];
}

// Read by hand: with zod every page would load 30 kB more before it works.
type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Reads what the server told; an error without its data never reached it, or came from somewhere else. */
export function readError(error: unknown): ReadableError {
  const { message, data } = fieldsOf(error);
  const { appCode, details, requestId } = fieldsOf(data);
  if (typeof message === "string" && typeof appCode === "string") {
    return {
      // The codes of the server are those of core/errors; an unknown one is only compared, never looked up.
      code: appCode as ErrorCode,
      message,
      requestId: typeof requestId === "string" ? requestId : undefined,
      problems: readProblems(details),
    };
  }
  if (isFetchFailure(error)) {
    return {
      code: "unreachable",
      message: "The server does not answer. Check that it runs and that you are connected, then try again.",
      requestId: undefined,
      problems: [],
    };
  }
  return {
    code: "unknown",
    message: error instanceof Error && error.message !== "" ? error.message : "Something unexpected went wrong.",
    requestId: undefined,
    problems: [],
  };
}

/** An error in one line. What went wrong on our side comes with the id of its request; a refusal explains itself. */
export function errorText(error: unknown): string {
  const { code, message, requestId } = readError(error);
  const isOurs = code === "internal_error" || code === "unavailable";
  return isOurs && requestId !== undefined ? `${message} (request ${requestId})` : message;
}

/** `details` is a list of problems, or an object that holds one (as with a cycle). */
function readProblems(details: unknown): Problem[] {
  const list = Array.isArray(details) ? details : fieldsOf(details).problems;
  return Array.isArray(list) ? list.flatMap(readProblem) : [];
}

function readProblem(entry: unknown): Problem[] {
  const { path, message, node_id } = fieldsOf(entry);
  if (typeof path !== "string" || typeof message !== "string") return [];
  return [{ path, message, ...(typeof node_id === "string" && { node_id }) }];
}

/** fetch rejects with a TypeError when there is no answer; the client wraps it. An answer that is not JSON is no answer either. */
function isFetchFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause instanceof TypeError || cause instanceof SyntaxError || cause.name === "AbortError";
}
