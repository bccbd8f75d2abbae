import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { WorkerMetrics } from "./metrics";

export interface HealthReport {
  ready: boolean;
  details: Record<string, unknown>;
}

export interface HealthOptions {
  port: number;
  host: string;
  report(): Promise<HealthReport>;
  /** left out: there is no `/metrics` */
  metrics?: Pick<WorkerMetrics, "scrape"> | undefined;
}

/**
 * Serves `/healthz` (the process answers), `/readyz` (it reaches the database and is not stopping) and, with metrics,
 * `/metrics`.
 */
export function serveHealth(options: HealthOptions): Promise<Server> {
  const server = createServer((request, response) => {
    respond(request, response, options).catch(() => {
      answerError(response, 503, "unavailable", "The figures are not to be had just now.");
    });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}

async function respond(request: IncomingMessage, response: ServerResponse, options: HealthOptions): Promise<void> {
  const path = request.url?.split("?")[0];
  if (path === "/healthz") return answer(response, 200, { status: "ok" });
  if (path === "/readyz") return answerReadiness(response, options);
  if (path === "/metrics" && options.metrics) return answerMetrics(request, response, options.metrics);
  answerError(response, 404, "not_found", "Try /healthz or /readyz.");
}

async function answerReadiness(response: ServerResponse, { report }: HealthOptions): Promise<void> {
  const { ready, details } = await report().catch(() => ({ ready: false, details: {} }));
  answer(response, ready ? 200 : 503, { status: ready ? "ready" : "unavailable", ...details });
}

async function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  metrics: Pick<WorkerMetrics, "scrape">,
): Promise<void> {
  const scraped = await metrics.scrape(request.headers.authorization);
  if (!scraped) {
    response.setHeader("www-authenticate", "Bearer");
    return answerError(response, 401, "unauthorized", "Send the METRICS_TOKEN as a bearer token.");
  }
  response.writeHead(200, { "content-type": scraped.contentType, "cache-control": "no-store" });
  response.end(scraped.text);
}

function answerError(response: ServerResponse, status: number, code: string, message: string): void {
  answer(response, status, { error: { code, message, details: null } });
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
