import { createServer, type Server } from "node:http";

export interface HealthReport {
  ready: boolean;
  details: Record<string, unknown>;
}

/** Serves `/healthz` (the process answers) and `/readyz` (it reaches the database and is not stopping) on loopback and beyond. */
export function serveHealth(port: number, host: string, report: () => Promise<HealthReport>): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(JSON.stringify(body));
    };
    if (request.url === "/healthz") return answer(200, { status: "ok" });
    if (request.url !== "/readyz")
      return answer(404, { error: { code: "not_found", message: "Try /healthz or /readyz.", details: null } });
    report().then(
      ({ ready, details }) => answer(ready ? 200 : 503, { status: ready ? "ready" : "unavailable", ...details }),
      () => answer(503, { status: "unavailable" }),
    );
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}
