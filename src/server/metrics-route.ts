import { AppError } from "@/core/errors";
import { judgeScrape } from "@/engine/metrics-access";
import { reportFailure } from "./report-failure";
import { requestIdOf } from "./request-id";
import { errorReply, toAnswer, toResponse } from "./rest-response";
import { toAppError } from "./to-app-error";
import { webProcess } from "./web-process";

/** `GET /metrics` for Prometheus: open to any machine, but only to who knows METRICS_TOKEN. */
export async function scrapeMetrics(request: Request): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const withoutBody = request.method === "HEAD";
  try {
    const { contentType, text } = await figures(request.headers);
    const headers = { "content-type": contentType, "cache-control": "no-store", "x-request-id": requestId };
    return new Response(withoutBody ? null : text, { headers });
  } catch (error) {
    const appError = toAppError(error);
    reportFailure(appError, { requestId, method: request.method, path: "/metrics" });
    const reply = errorReply(appError);
    const headers: Record<string, string> = appError.status === 401 ? { "www-authenticate": "Bearer" } : {};
    return toResponse(toAnswer({ ...reply, headers }, { requestId, withoutBody }));
  }
}

/** @throws AppError `not_found`, `unauthorized` */
async function figures(headers: Headers): Promise<{ contentType: string; text: string }> {
  const { env, metrics } = webProcess();
  const access = judgeScrape(headers.get("authorization"), env.METRICS_TOKEN);
  if (access === "hidden" || !metrics) throw new AppError("not_found", "There is nothing at /metrics.");
  if (access === "refused") throw new AppError("unauthorized", "Send the METRICS_TOKEN as a bearer token.");
  return metrics.render();
}
