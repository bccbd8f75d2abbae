import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "@/contracts/operations";
import { appRouter } from "@/server/routers";
import { chainOf, delay, note } from "../support/product-graphs";
import { tablesAsText } from "../support/secret-spellings";
import { type RunningApp, startApp } from "../support/start-app";

/* What a page of somebody else's, open in the browser of whoever runs the app, can make that browser send. */

let app: RunningApp;
let host: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  // Nobody executes anything here: whatever changes in the database, a request has changed.
  app = await startApp({ workers: 0 });
  host = new URL(app.url).host;
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

interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Sends exactly these lines and this body, and reads until the server closes. */
function send(method: string, path: string, headers: Record<string, string> = {}, body = ""): Promise<Answer> {
  const all = {
    host,
    connection: "close",
    ...(body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`),
    );
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", ...rest] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n");
      const [status = "", ...fields] = head.split("\r\n");
      const pairs = fields.map((field): [string, string] => {
        const colon = field.indexOf(":");
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      });
      resolve({ status: Number(status.split(" ")[1]), headers: new Map(pairs), body: rest.join("\r\n\r\n") });
    });
  });
}

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

const json = { "content-type": "application/json" };
type Probe = [what: string, headers: () => Record<string, string>];

/** A form may be sent from anywhere, and so may a link be followed: what tells of a form is refused for changes only. */
const foreignForm: Probe = [
  "a form that tells its site alone",
  () => ({ ...json, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }),
];

const foreignPages: Probe[] = [
  ["a page of another site", () => ({ ...json, origin: "https://evil.example" })],
  ["a page without an origin of its own", () => ({ ...json, origin: "null" })],
  ["a page of another port of this machine", () => ({ ...json, origin: "http://127.0.0.1:1" })],
  ["an origin that only begins alike", () => ({ ...json, origin: `http://${host}.evil.example` })],
  ["an origin that is none", () => ({ ...json, origin: host })],
  [
    "a request that tells its site alone",
    () => ({ ...json, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }),
  ],
  ["a neighbour on the same site", () => ({ ...json, "sec-fetch-site": "same-site" })],
];

const foreignNames: Probe[] = [
  ["a name that was bound to this machine", () => ({ ...json, host: "rebound.example" })],
  [
    "a page under a name that was bound to this machine",
    () => ({ ...json, host: "rebound.example", origin: "http://rebound.example", "sec-fetch-site": "same-origin" }),
  ],
  ["a name that looks like an address", () => ({ ...json, host: "127.0.0.1.evil.example" })],
  ["a host that cannot be read", () => ({ ...json, host: "evil example" })],
  ["another machine behind a proxy", () => ({ ...json, "x-forwarded-for": "192.0.2.7" })],
];

const simpleTypes: [string, Record<string, string>][] = [
  ["text/plain", { "content-type": "text/plain" }],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }],
  ["a form with files", { "content-type": "multipart/form-data; boundary=x" }],
  ["no type", {}],
  ["two types", { "content-type": "application/json, text/plain" }],
  ["text that tells of JSON", { "content-type": "text/plain; charset=application/json" }],
];

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
          ...(await send(method, path, headers(), body)),
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
        const { status } = await send(method, path, headers, body);
        expect({ method, path, status }).toEqual({ method, path, status: 415 });
      }
    });
  });

  it("by an empty body whose type a form could have", async () => {
    await withoutChange(async () => {
      for (const { method, path } of mutations().filter(({ readsJson }) => readsJson)) {
        const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": "0" };
        const { status } = await send(method, path, headers);
        expect({ method, path, status: path.includes("/trpc/") ? 415 : status }).toEqual({ method, path, status: 415 });
      }
    });
  });

  it("by GET, HEAD or OPTIONS, whatever method their headers or query tell of", async () => {
    await withoutChange(async () => {
      for (const { path, body } of mutations()) {
        for (const method of ["GET", "HEAD", "OPTIONS"]) {
          const input = encodeURIComponent(body);
          await send(method, `${path}?_method=POST&input=${input}`, {
            "x-http-method-override": "POST",
            "x-method-override": "DELETE",
          });
        }
        const { status } = await send("GET", `${path}?input=${encodeURIComponent(body)}`);
        if (path.includes("/trpc/")) expect({ path, status }).toEqual({ path, status: 405 });
      }
    });
  });

  it("and none of it was refused for another reason: without the page, each is understood", async () => {
    for (const { method, path, body } of mutations()) {
      const origin = { ...json, origin: `http://${host}`, "sec-fetch-site": "same-origin" };
      const { status } = await send(method, path, origin, body);
      expect({ method, path, refused: [401, 403, 405, 415].includes(status) }).toEqual({
        method,
        path,
        refused: false,
      });
    }
  });
});

/** A page as it is opened, and as it is loaded ahead of a click. */
const pageRequests: Record<string, string>[] = [{}, { "next-router-prefetch": "1", rsc: "1" }, { purpose: "prefetch" }];

describe("nothing is read", () => {
  const reads = ["/api/workflows", "/api/runs", "/api/secrets", "/api/dead-letters", "/api/openapi.json", "/api/echo"];
  const pages = ["/", "/workflows", "/runs", "/secrets"];

  it.each([...foreignPages, ...foreignNames])("by %s", async (_what, headers) => {
    for (const path of reads)
      expect({ path, status: (await send("GET", path, headers())).status }).toEqual({ path, status: 403 });
  });

  it.each(foreignNames)("in a page, by %s", async (_what, headers) => {
    for (const path of pages) {
      for (const more of pageRequests) {
        const { status, body } = await send("GET", path, { ...headers(), ...more });
        expect({ path, status }).toEqual({ path, status: 403 });
        expect(body).toMatch(/APP_URL|AUTH_MODE/);
      }
    }
  });

  it("but a link from anywhere may be followed", async () => {
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    for (const path of [...pages, "/api/workflows"]) {
      expect({ path, status: (await send("GET", path, link)).status }).toEqual({ path, status: 200 });
    }
  });
});

describe("limits", () => {
  it("a body that is too long is refused on every route that reads one", async () => {
    const long = JSON.stringify({ text: "x".repeat(1_000_001) });
    const routes = mutations().filter(({ readsJson, path }) => readsJson && !path.includes("/trpc/"));
    for (const { method, path } of routes) {
      const { status } = await send(method, path, json, long);
      expect({ method, path, status }).toEqual({ method, path, status: 413 });
    }
    const longer = JSON.stringify({ json: { text: "x".repeat(4_000_001) } });
    expect((await send("POST", "/api/trpc/workflows.activate", json, longer)).status).toBe(413);
  });

  it("a request whose length is told in two ways is not read", async () => {
    const path = `/api/workflows/${ids.active}/trigger`;
    const both = { ...json, "transfer-encoding": "chunked", "content-length": "4" };
    await withoutChange(async () => {
      expect((await send("POST", path, both, "0\r\n\r\nGET /api/secrets HTTP/1.1\r\n\r\n")).status).toBe(400);
    });
  });
});

describe("headers", () => {
  const common = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };
  const picked = ({ headers }: Answer) =>
    Object.fromEntries(Object.keys(common).map((name) => [name, headers.get(name)]));

  it("are on every route, right or wrong, and nobody keeps its data", async () => {
    const gets = Object.values(operations)
      .filter(({ method }) => method === "GET")
      .map(({ path }) =>
        path
          .replace("{id}", path.startsWith("/api/runs") ? (ids.run ?? "") : (ids.active ?? ""))
          .replace("{key}", "KEPT"),
      );
    const paths = [
      ...gets,
      "/api",
      "/api/nothing",
      "/api/workflows/nope",
      "/api/trpc/workflows.list",
      "/api/trpc/nope",
      "/metrics",
    ];
    for (const path of paths) {
      const answer = await send("GET", path);
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
    const pages = [
      "/",
      "/workflows",
      `/workflows/${ids.active}`,
      "/runs",
      `/runs/${ids.run}`,
      "/dead-letters",
      "/secrets",
      "/docs/api",
      "/nowhere",
    ];
    for (const path of pages) {
      const answer = await send("GET", path);
      expect({ path, ...picked(answer) }).toEqual({ path, ...common });
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src ([^;]*)/.exec(policy)?.[1]).toMatch(/^'self' 'nonce-[A-Za-z0-9+/=]+' 'strict-dynamic'$/);
      expect(answer.headers.get("cache-control")).toContain("no-store");
    }
  });

  it("ask for TLS only where there is some", async () => {
    const secure = await send("GET", "/api/healthz", { "x-forwarded-proto": "https" });
    expect(secure.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}$/);
    expect((await send("GET", "/api/healthz")).headers.has("strict-transport-security")).toBe(false);
  });
});
