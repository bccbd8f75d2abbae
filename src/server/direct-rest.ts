import type { IncomingMessage } from "node:http";
import { passesDoor } from "@/contracts/operation";
import type { FoundOperation } from "./access/find-operation";
import { answerRest, type IncomingCall, type RestHandler } from "./answer-rest";
import { rememberRoute } from "./direct-routes";
import { headersOf, urlOf } from "./incoming-headers";
import { readIncomingBody } from "./read-body";
import { sendAnswer } from "./send-answer";

/**
 * Remembers the handler that Next chose for a call. Health checks are left out: they shall tell that Next works, too; and so
 * is what has no operation.
 */
export function rememberHandler({ method, url, operation }: IncomingCall, handler: RestHandler): void {
  if (!operation || !passesDoor(operation.operation)) return;
  rememberRoute(method, url.pathname, () => async (request, response) => {
    await sendAnswer(await answerRest(callOf(request, operation), handler), request, response);
  });
}

function callOf(request: IncomingMessage, operation: FoundOperation): IncomingCall {
  const url = urlOf(request);
  return {
    method: request.method ?? "",
    url,
    headers: headersOf(request),
    params: paramsOf(operation, url.pathname),
    operation,
    readBody: (maximumBytes) => readIncomingBody(request, maximumBytes),
  };
}

/** The variables of a path that has exactly the segments of its operation's, and nothing to decode in them. */
function paramsOf({ operation }: FoundOperation, pathname: string): Record<string, string> {
  const given = pathname.split("/");
  const entries = operation.path
    .split("/")
    .flatMap((segment, index) =>
      segment.startsWith("{") ? [[segment.slice(1, -1), given[index] ?? ""] as const] : [],
    );
  return Object.fromEntries(entries);
}
