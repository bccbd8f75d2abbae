import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "@/contracts/operations";
import { appRouter } from "@/server/routers";
import { chainOf, delay, note } from "../support/product-graphs";
import { tablesAsText } from "../support/secret-spellings";
import { type RunningApp, startApp } from "../support/start-app";
import { foreignForm, foreignNames, foreignPages, json, simpleTypes } from "./foreign-probes";
import { type Answer, RawClient } from "./raw-client";

/* What a page of somebody else's, open in the browser of whoever runs the app, can make that browser send. */

let app: RunningApp;
let client: RawClient;
let host: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  // Nobody executes anything here: whatever changes in the database, a request has changed.
  app = await startApp({ workers: 0 });
  client = new RawClient(new URL(app.url));
  host = client.url.host;
  ids.draft = (await post<{ id: string }>("/api/workflows", { name: "Draft", ...chainOf(note("note", "x")) })).id;
  ids.active = (await post<{ id: string }>("/api/workflows", { name: "Active", ...chainOf(delay("wait", 60)) })).id;
  await post(`/api/workflows/${ids.active}/activate`);
  ids.run = (await post<{ id: string }>(`/api/workflows/${ids.active}/trigger`)).id;
  await post("/api/secrets", { key: "KEPT", value: "a value" });
}, 600_000);
afterAll(() => app.stop());

async function post<Body>(path: string, body?: object): Promise<Body> {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${app.url}${path}`, { method: "POST", ...(body === undefined ? {} : json) });
  expect(response.ok).toBe(true);
  return response.json() as Promise<Body>;
}

/** What every answer carries. */
const common = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
const picked = ({ headers }: Answer) =>
  Object.fromEntries(Object.keys(common).map((name) => [name, headers.get(name)]));

interface Route {
  method: string;
  path: string;
  /** one that fits, so that nothing but the refusal stops it */
  body: string;
  readsJson: boolean;
}

const bodies: Record<string, () => object> = {
  "POST /api/workflows": () => ({ name: "Forged", nodes: [], edges: [] }),
  "POST /api/secrets": () => ({ key: "FORGED", value: "a value" }),
};

/** Every way to change something, filled in so that it would. */
function mutations(): Route[] {
  const rest = Object.values(operations)
    .filter(({ method }) => method !== "GET" && method !== "HEAD" && method !== "OPTIONS")
    .map((operation) => {
      const id = operation.path.startsWith("/api/runs")
        ? ids.run
        : operation.path.includes("activate")
          ? ids.draft
          : ids.active;
      const path = operation.path.replace("{id}", id ?? "").replace("{key}", "KEPT");
      const readsJson = "body" in operation && operation.body?.kind !== "anything";
      const body = JSON.stringify(bodies[`${operation.method} ${operation.path}`]?.() ?? {});
      return { method: operation.method as string, path, body, readsJson };
    });
  // Flat, by their full names, at run time.
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const typed = Object.entries(procedures)
    .filter(([, { _def }]) => _def.type === "mutation")
    .map(([name]) => ({
      method: "POST",
      path: `/api/trpc/${name}`,
      body: JSON.stringify({ json: { id: ids.active, key: "KEPT" } }),
      readsJson: true,
    }));
  return [...rest, ...typed];
}

async function withoutChange(act: () => Promise<void>): Promise<void> {
  const before = await tablesAsText(app.database.db);
  await act();
  expect(await tablesAsText(app.database.db)).toBe(before);
}

describe("nothing is changed", () => {
  it.each([foreignForm, ...foreignPages, ...foreignNames])("by %s", async (_what, headers) => {
    await withoutChange(async () => {
      const answers = await Promise.all(
        mutations().map(async ({ method, path, body }) => ({
          method,
          path,
          ...(await client.send(method, path, headers(host), body)),
        })),
      );
      expect(answers.length).toBeGreaterThan(25);
      for (const { method, path, status } of answers)
        expect({ method, path, status }).toEqual({ method, path, status: 403 });
    });
  });

  it.each(simpleTypes)("by a body of the kind that a form can send: %s", async (_what, headers) => {
    await withoutChange(async () => {
      const routes = mutations().filter(({ readsJson }) => readsJson);
      for (const { method, path, body } of routes) {
        const { status } = await client.send(method, path, headers, body);
        expect({ method, path, status }).toEqual({ method, path, status: 415 });
      }
    });
  });

  it("by an empty body whose type a form could have", async () => {
    await withoutChange(async () => {
      for (const { method, path } of mutations().filter(({ readsJson }) => readsJson)) {
        const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": "0" };
        const { status } = await client.send(method, path, headers);
        expect({ method, path, status: path.includes("/trpc/") ? 415 : status }).toEqual({ method, path, status: 415 });
      }
    });
  });

  it("by GET, HEAD or OPTIONS, whatever method their headers or query tell of", async () => {
    await withoutChange(async () => {
      for (const { path, body } of mutations()) {
        for (const method of ["GET", "HEAD", "OPTIONS"]) {
          const input = encodeURIComponent(body);
          await client.send(method, `${path}?_method=POST&input=${input}`, {
            "x-http-method-override": "POST",
            "x-method-override": "DELETE",
          });
        }
        const { status } = await client.send("GET", `${path}?input=${encodeURIComponent(body)}`);
        if (path.includes("/trpc/")) expect({ path, status }).toEqual({ path, status: 405 });
      }
    });
  });

  it("and none of it was refused for another reason: without the page, each is understood", async () => {
    for (const { method, path, body } of mutations()) {
      const origin = { ...json, origin: `http://${host}`, "sec-fetch-site": "same-origin" };
      const { status } = await client.send(method, path, origin, body);
      expect({ method, path, refused: [401, 403, 405, 415].includes(status) }).toEqual({
        method,
        path,
        refused: false,
      });
    }
  });
});

/** A page as it is opened, as it is loaded ahead of a click, and as somebody asks who knows Next's machinery. */
const pageRequests: Record<string, string>[] = [
  {},
  { "next-router-prefetch": "1", rsc: "1" },
  { purpose: "prefetch" },
  { "x-middleware-subrequest": Array(5).fill("src/proxy").join(":"), "x-middleware-next": "1" },
];

/** Every route that can be read, filled in. */
const dataPaths = (): string[] =>
  Object.values(operations)
    .filter(({ method }) => method === "GET")
    .map(({ path }) =>
      path
        .replace("{id}", path.startsWith("/api/runs") ? (ids.run ?? "") : (ids.active ?? ""))
        .replace("{key}", "KEPT"),
    );

/** Every page, and some that there are not, under names as files have them too. */
const pagePaths = (): string[] => [
  "/",
  "/workflows",
  `/workflows/${ids.active}`,
  "/runs",
  `/runs/${ids.run}`,
  "/dead-letters",
  "/secrets",
  "/docs/api",
  "/nowhere",
  "/nowhere.txt",
  "/workflows/x.png",
  "/runs/icon.svg",
  "/_next/image",
];

/** These tell anybody that the app is there, and nothing else. */
const publicPaths = ["/api/healthz", "/api/readyz"];

describe("nothing is read", () => {
  const links = ["/", "/workflows", "/runs", "/secrets", "/api/workflows"];

  it.each([...foreignPages, ...foreignNames])("by %s", async (_what, headers) => {
    for (const path of dataPaths().filter((path) => !publicPaths.includes(path)))
      expect({ path, status: (await client.send("GET", path, headers(host))).status }).toEqual({ path, status: 403 });
  });

  it.each(foreignNames)("in a page, by %s", async (_what, headers) => {
    for (const path of pagePaths()) {
      for (const more of pageRequests) {
        const { status, body } = await client.send("GET", path, { ...headers(host), ...more });
        expect({ path, status }).toEqual({ path, status: 403 });
        expect(body).toMatch(/APP_URL|AUTH_MODE/);
      }
    }
  });

  it("but a link from anywhere may be followed", async () => {
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    for (const path of links) {
      expect({ path, status: (await client.send("GET", path, link)).status }).toEqual({ path, status: 200 });
    }
  });
});

describe("limits", () => {
  it("a body that is too long is refused on every route that reads one", async () => {
    const long = JSON.stringify({ text: "x".repeat(1_000_001) });
    const routes = mutations().filter(({ readsJson, path }) => readsJson && !path.includes("/trpc/"));
    for (const { method, path } of routes) {
      const { status } = await client.send(method, path, json, long);
      expect({ method, path, status }).toEqual({ method, path, status: 413 });
    }
    const longer = JSON.stringify({ json: { text: "x".repeat(4_000_001) } });
    expect((await client.send("POST", "/api/trpc/workflows.activate", json, longer)).status).toBe(413);
  });

  it("a request whose length is told in two ways is not read", async () => {
    const path = `/api/workflows/${ids.active}/trigger`;
    const both = { ...json, "transfer-encoding": "chunked", "content-length": "4" };
    await withoutChange(async () => {
      expect((await client.send("POST", path, both, "0\r\n\r\nGET /api/secrets HTTP/1.1\r\n\r\n")).status).toBe(400);
    });
  });
});

describe("what cannot be read as a request", () => {
  const long = "x".repeat(20_000);
  const chunked = "POST /api/echo HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ntransfer-encoding: chunked";

  it.each([
    [400, "malformed_request", "no HTTP", "secret words\r\n\r\n"],
    [400, "malformed_request", "an unknown method", "SECRET / HTTP/1.1\r\nhost: h\r\n\r\n"],
    [400, "malformed_request", "another version of HTTP", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    [400, "malformed_request", "a header without a name", "GET / HTTP/1.1\r\nhost: h\r\n: secret\r\n\r\n"],
    [400, "malformed_request", "two lengths", `${chunked}\r\ncontent-length: 4\r\n\r\n0\r\n\r\n`],
    [400, "malformed_request", "a chunk without a length", `${chunked}\r\n\r\nsecret\r\n`],
    [431, "headers_too_large", "a long header", `GET / HTTP/1.1\r\nhost: h\r\nx-secret: ${long}\r\n\r\n`],
    [431, "headers_too_large", "a long address", `GET /secret${long} HTTP/1.1\r\nhost: h\r\n\r\n`],
    [413, "payload_too_large", "long extensions of chunks", `${chunked}\r\n\r\n1;secret=${long}\r\nx\r\n`],
  ])("is answered %i %s, as all errors are, and not repeated: %s", async (status, code, _what, text) => {
    const answer = await client.sendText(text);
    expect({ status: answer.status, ...picked(answer) }).toEqual({ status, ...common });
    expect(JSON.parse(answer.body)).toEqual({ error: { code, message: expect.any(String), details: null } });
    expect(answer.headers.get("connection")).toBe("close");
    expect(answer.body).not.toMatch(/secret/i);
  });

  it("has no share in an answer that was given before it on the same connection", async () => {
    const { status, body } = await client.sendText(
      `GET /api/healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
      "no request\r\n\r\n",
    );
    expect(status).toBe(200);
    expect(body).toMatch(/^f\r\n\{"status":"ok"\}\r\n0\r\n\r\nHTTP\/1\.1 400 Bad Request\r\n/);
    expect(body).toContain('"malformed_request"');
  });

  it.each(["http://evil.example", "https://evil.example:8443", "ftp://user@evil.example"])(
    "is read as a path, when its first line names %s as well",
    async (origin) => {
      const answer = await client.send("GET", `${origin}/api/healthz`);
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
      const redirect = await client.send("GET", `${origin}/runs/`);
      expect(redirect.headers.get("location")).toBe("/runs");
      expect({ status: redirect.status, ...picked(redirect) }).toEqual({ status: 308, ...common });
    },
  );

  it("is no path, when it asks for the whole server", async () => {
    const answer = await client.send("OPTIONS", "*");
    expect(answer.status).toBeLessThan(500);
    expect(picked(answer)).toEqual(common);
  });

  it.each([
    ["names no host", "GET /api/healthz HTTP/1.1\r\nconnection: close\r\n\r\n", 400],
    ["expects what nobody knows", `GET / HTTP/1.1\r\nhost: h\r\nexpect: secret\r\nconnection: close\r\n\r\n`, 417],
  ])("or %s has no answer to read, but its headers", async (_what, text, status) => {
    const answer = await client.sendText(text);
    expect({ status: answer.status, ...picked(answer) }).toEqual({ status, ...common });
    expect(answer.body).not.toMatch(/secret/i);
  });
});

describe("headers", () => {
  it("are on every route, right or wrong, and nobody keeps its data", async () => {
    const paths = [
      ...dataPaths(),
      "/api",
      "/api/nothing",
      "/api/workflows/nope",
      "/api/trpc/workflows.list",
      "/api/trpc/nope",
      "/metrics",
    ];
    for (const path of paths) {
      const answer = await client.send("GET", path);
      expect({ path, ...picked(answer) }).toEqual({ path, ...common });
      expect({ path, kept: answer.headers.get("cache-control") }).toEqual({
        path,
        kept: expect.stringContaining("no-store"),
      });
      expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
      expect([...answer.headers.keys()].filter((name) => /^(access-control-|x-powered-by|server$)/.test(name))).toEqual(
        [],
      );
    }
  });

  it("are on every page, with a policy that lets no other script run and no other page frame it", async () => {
    for (const path of pagePaths()) {
      const answer = await client.send("GET", path);
      expect({ path, ...picked(answer) }).toEqual({ path, ...common });
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src ([^;]*)/.exec(policy)?.[1]).toMatch(/^'self' 'nonce-[A-Za-z0-9+/=]+' 'strict-dynamic'$/);
      expect(answer.headers.get("cache-control")).toContain("no-store");
    }
  });

  it("ask for TLS only where there is some", async () => {
    const secure = await client.send("GET", "/api/healthz", { "x-forwarded-proto": "https" });
    expect(secure.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}$/);
    expect((await client.send("GET", "/api/healthz")).headers.has("strict-transport-security")).toBe(false);
  });
});
