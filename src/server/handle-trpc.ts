import { answerTrpc } from "./answer-trpc";
import { rememberProcedures } from "./direct-trpc";
import { readBody } from "./read-body";

/** Answers a call of procedures that Next has taken in. */
export function handleTrpc(request: Request): Promise<Response> {
  rememberProcedures(request);
  const { method, url, headers } = request;
  return answerTrpc({
    method,
    url: new URL(url),
    headers,
    request,
    readBody: (maximumBytes) => readBody(request, maximumBytes),
  });
}
