import { z } from "zod";
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

const problem = z.object({ path: z.string(), message: z.string(), node_id: z.string().optional() });
const withData = z.object({
  message: z.string(),
  data: z.object({ appCode: z.string(), details: z.unknown(), requestId: z.string().nullish() }),
});

/** Reads what the server told; an error without its data never reached it, or came from somewhere else. */
export function readError(error: unknown): ReadableError {
  const answered = withData.safeParse(error);
  if (answered.success) {
    const { message, data } = answered.data;
    return {
      // The codes of the server are those of core/errors; an unknown one is only compared, never looked up.
      code: data.appCode as ErrorCode,
      message,
      requestId: data.requestId ?? undefined,
      problems: readProblems(data.details),
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
  const list = Array.isArray(details)
    ? details
    : z.object({ problems: z.array(z.unknown()) }).safeParse(details).data?.problems;
  return (list ?? []).flatMap((entry) => problem.safeParse(entry).data ?? []);
}

/** fetch rejects with a TypeError when there is no answer; the client wraps it. An answer that is not JSON is no answer either. */
function isFetchFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause instanceof TypeError || cause instanceof SyntaxError || cause.name === "AbortError";
}
