import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type HealthOptions, serveHealth } from "./health";

let server: Server | undefined;
afterEach(() => void server?.close());

async function serve(
  options: Partial<HealthOptions> = {},
): Promise<(path: string, token?: string) => Promise<Response>> {
  const report = async () => ({ ready: true, details: { active: 3 } });
  server = await serveHealth({ port: 0, host: "127.0.0.1", report, ...options });
  const { port } = server.address() as AddressInfo;
  return (path, token) =>
    fetch(`http://127.0.0.1:${port}${path}`, token === undefined ? {} : { headers: { authorization: token } });
}

const metrics: HealthOptions["metrics"] = {
  scrape: async (authorization) =>
    authorization === "Bearer right" ? { contentType: "text/plain; version=0.0.4", text: "up 1\n" } : undefined,
};

describe("a worker's health port", () => {
  it("tells that the process lives, and whether it can work", async () => {
    const get = await serve();
    expect(await (await get("/healthz?x=1")).json()).toEqual({ status: "ok" });
    const ready = await get("/readyz");
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", active: 3 }]);
  });

  it("answers 503 when it cannot, or cannot tell", async () => {
    for (const report of [async () => ({ ready: false, details: {} }), () => Promise.reject(new Error("no"))]) {
      const get = await serve({ report });
      expect((await get("/readyz")).status).toBe(503);
      server?.close();
    }
  });

  it("has no /metrics unless it was given some", async () => {
    const get = await serve();
    const response = await get("/metrics", "Bearer right");
    expect([response.status, await response.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
  });

  it("gives its figures only to who knows the token", async () => {
    const get = await serve({ metrics });
    const refused = await get("/metrics", "Bearer wrong");
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: "unauthorized" } }]);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    const granted = await get("/metrics", "Bearer right");
    expect([granted.status, granted.headers.get("content-type"), await granted.text()]).toEqual([
      200,
      "text/plain; version=0.0.4",
      "up 1\n",
    ]);
  });

  it("says so when the figures cannot be had", async () => {
    const get = await serve({ metrics: { scrape: () => Promise.reject(new Error("broken")) } });
    expect((await get("/metrics")).status).toBe(503);
  });
});
