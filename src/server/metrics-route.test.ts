import { describe, expect, it, vi } from "vitest";
import { scrapeMetrics } from "./metrics-route";

const token = "a-token-of-some-length";
const web = vi.hoisted(() => ({ process: {} as Record<string, unknown> }));
vi.mock("./web-process", () => ({ webProcess: () => web.process }));

function scrape(authorization?: string, method = "GET"): Promise<Response> {
  const headers = new Headers(authorization === undefined ? undefined : { authorization });
  return scrapeMetrics(new Request("http://127.0.0.1:3000/metrics", { method, headers }));
}

describe("/metrics of the web process", () => {
  it("is not there without a token", async () => {
    web.process = { env: {}, metrics: undefined };
    const response = await scrape(`Bearer ${token}`);
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { code: "not_found", details: null } },
    ]);
  });

  it("is for who knows the token", async () => {
    const render = async () => ({ contentType: "text/plain; version=0.0.4; charset=utf-8", text: "up 1\n" });
    web.process = { env: { METRICS_TOKEN: token }, metrics: { render } };
    const refused = await scrape("Bearer wrong");
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: "unauthorized" } }]);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    expect((await scrape()).status).toBe(401);
    const granted = await scrape(`Bearer ${token}`);
    expect([granted.status, await granted.text()]).toEqual([200, "up 1\n"]);
    expect(granted.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(await (await scrape(`Bearer ${token}`, "HEAD")).text()).toBe("");
  });
});
