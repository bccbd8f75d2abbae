import type { IncomingMessage } from "node:http";
import { answerTrpc, type IncomingTrpc } from "./answer-trpc";
import { rememberRoute } from "./direct-routes";
import { headersOf, urlOf } from "./incoming-headers";
import { readIncomingBody } from "./read-body";
import type { RestAnswer } from "./rest-response";
import { sendAnswer } from "./send-answer";

/** Remembers that Next has handed over a call of procedures. */
export function rememberProcedures({ method, url }: Request): void {
  rememberRoute(method, new URL(url).pathname, () => async (request, response) => {
    await sendAnswer(await answerOf(await answerTrpc(callOf(request))), request, response);
  });
}

function callOf(request: IncomingMessage): IncomingTrpc {
  return {
    method: request.method ?? "",
    url: urlOf(request),
    headers: headersOf(request),
    readBody: (maximumBytes) => readIncomingBody(request, maximumBytes),
  };
}

async function answerOf(response: Response): Promise<RestAnswer> {
  const { status, headers, body } = response;
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  const entries = [...headers].filter(([name]) => name !== "set-cookie");
  return {
    status,
    headers: Object.fromEntries(entries),
    cookies: headers.getSetCookie(),
    // A stream of a caller who did not say that one is expected.
    body: isJson ? await response.text() : body,
  };
}
