import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/nodes/testing/cleanup";
import { type EchoServer, headersNamed, startEcho } from "@/nodes/testing/servers";
import { outputIn, type Product, startProduct } from "../../support/product";
import { call, chainOf } from "../../support/product-graphs";

vi.setConfig({ testTimeout: 60_000 });

let product: Product;
let echo: EchoServer;
beforeAll(async () => {
  product = await startProduct();
  // One slot: a step that never ends would hold up everything else.
  await product.work({ concurrency: 1 });
});
afterAll(() => product.close());
afterEach(async () => {
  await cleanUp();
  await product.expectSound();
});

const redirects: Record<string, [status: number, location: string]> = {
  "/a": [302, "/b"],
  "/c": [307, "/d"],
  "/loop": [302, "/loop"],
};

async function post(path: string, config: object = {}) {
  echo = await startEcho((_request, response, recorded) => {
    const [status, location] = redirects[recorded.path] ?? [];
    if (status === undefined || location === undefined) response.end();
    else response.writeHead(status, { location }).end();
  });
  return product.run(chainOf(call("call", { method: "POST", url: `${echo.url}${path}`, body: { k: 1 }, ...config })));
}

const seen = () => echo.requests.map(({ method, path, body }) => `${method} ${path} ${body}`.trim());

describe("http-redirect", () => {
  it("302 after a POST goes on as one GET without the body", async () => {
    const run = await post("/a");
    expect(run.status).toBe("succeeded");
    expect(seen()).toEqual(['POST /a {"k":1}', "GET /b"]);
    expect(headersNamed(echo.requests[1], "content-type")).toEqual([]);
    expect(headersNamed(echo.requests[1], "content-length")).toEqual([]);
  });

  it("307 repeats method, body and content type", async () => {
    const run = await post("/c");
    expect(run.status).toBe("succeeded");
    expect(seen()).toEqual(['POST /c {"k":1}', 'POST /d {"k":1}']);
    expect(headersNamed(echo.requests[1], "content-type")).toEqual(["application/json"]);
  });

  it("switched off, the redirect itself is the output", async () => {
    const run = await post("/a", { follow_redirects: false });
    expect(run.status).toBe("succeeded");
    expect(outputIn(run, "call")).toMatchObject({ status: 302, headers: { location: "/b" } });
    expect(seen()).toEqual(['POST /a {"k":1}']);
  });

  it("a loop ends after a bounded number of requests, and is not tried again", async () => {
    const run = await post("/loop", { max_attempts: 3 });
    expect(run).toMatchObject({ status: "failed", error: { node_id: "call", code: "http_too_many_redirects" } });
    expect(run.error?.message).toMatch(/redirect/);
    expect(echo.requests.length).toBeGreaterThan(1);
    expect(echo.requests.length).toBeLessThanOrEqual(20);
  });
});
