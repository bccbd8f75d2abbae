import { afterAll, beforeAll, expect, it } from "vitest";
import { type ErrorBody, refusal } from "../integration/services/client";
import { startWebApp, type WebApp } from "../integration/services/web-app";

let app: WebApp;
beforeAll(async () => {
  // Five at once, then one every 1.2 s: fewer than this file asks for, however slowly it runs.
  app = await startWebApp({ AUTH_MODE: "open", RATE_LIMIT_PER_MINUTE: "50", TRUSTED_PROXIES: "1" });
});
afterAll(() => app.close());

interface Client {
  address: string;
  key?: string;
  /** what the client claims of itself, left of what the proxy adds */
  claims?: string;
}

const headersOf = ({ address, key, claims }: Client) => ({
  "x-socket-address": "10.0.0.1",
  "x-forwarded-for": claims === undefined ? address : `${claims}, ${address}`,
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
});

const ask = (client: Client, url = "/api/workflows") => app.call<ErrorBody>("GET", url, { headers: headersOf(client) });

/** Asks until it is refused. */
async function exhaust(client: (turn: number) => Client, url?: string) {
  for (let turn = 0; turn < 200; turn++) {
    const answer = await ask(client(turn), url);
    if (answer.status !== 200) return answer;
  }
  throw new Error("It was never refused.");
}

it("an address that asks too much is told when to come back, and others are served", async () => {
  const refused = await exhaust(() => ({ address: "192.0.2.1" }));
  expect(refusal(refused)).toEqual({ status: 429, code: "rate_limited" });
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(2);
  expect(refused.body.error.details).toEqual({ retry_after_seconds: seconds });
  expect(refused.body.error.message).toContain("RATE_LIMIT_PER_MINUTE");
  expect((await ask({ address: "192.0.2.2" })).status).toBe(200);
});

it("over tRPC too", async () => {
  const input = encodeURIComponent(JSON.stringify({ json: {} }));
  const refused = await exhaust(() => ({ address: "192.0.2.3" }), `/api/trpc/workflows.list?input=${input}`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.text).toContain('"appCode":"rate_limited"');
});

it("who tells of another address each time is the same address", async () => {
  const refused = await exhaust((turn) => ({ address: "192.0.2.4", claims: `198.51.100.${turn}` }));
  expect(refused.status).toBe(429);
});

it("nor does another address of the same IPv6 network help, but another network does", async () => {
  const refused = await exhaust((turn) => ({ address: `2001:db8:0:1::${turn.toString(16)}` }));
  expect(refused.status).toBe(429);
  expect((await ask({ address: "2001:db8:0:1:ffff:ffff:ffff:ffff" })).status).toBe(429);
  expect((await ask({ address: "2001:db8:0:2::1" })).status).toBe(200);
});

it("a key that is used from many addresses is one caller", async () => {
  const refused = await exhaust((turn) => ({ address: `203.0.113.${turn}`, key: "shared" }));
  expect(refused.status).toBe(429);
  expect((await ask({ address: "203.0.113.250", key: "another" })).status).toBe(200);
});

it("health is told to everybody", async () => {
  for (let turn = 0; turn < 40; turn++) {
    const headers = headersOf({ address: "192.0.2.1" });
    expect((await app.call("GET", "/api/healthz", { headers })).status).toBe(200);
  }
});
