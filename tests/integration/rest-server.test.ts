import { request as httpRequest } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningApp, startApp } from "../support/start-app";
import { until } from "../support/until";
import { callGraph, waitingGraph } from "./services/graphs";

/* What only the real server shows: Next's own answers, bodies that come in pieces, pages, a worker, and the stop. */

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A request to the letter: any method, any path, any headers. */
function send(method: string, path: string, options: { headers?: object; body?: Buffer[] } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(app.url, { method, path, headers: { ...options.headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: unpack(Buffer.concat(chunks), response.headers["content-encoding"]).toString(),
        }),
      );
    });
    request.on("error", reject);
    for (const chunk of options.body ?? []) request.write(chunk);
    request.end();
  });
}

const unpack = (body: Buffer, encoding: string | undefined): Buffer => (encoding === "gzip" ? gunzipSync(body) : body);

const codeOf = ({ text }: Answer): string => (JSON.parse(text) as { error: { code: string } }).error.code;

async function post<Body>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Body> {
  const response = await fetch(`${app.url}${path}`, {
    method: "POST",
    ...(body === undefined
      ? { headers }
      : { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.json() as Promise<Body>;
}

async function createActive(graph: object): Promise<string> {
  const { id } = await post<{ id: string }>("/api/workflows", { name: "Served", ...graph });
  await post(`/api/workflows/${id}/activate`);
  return id;
}

describe("answers that are Next's own unless we see to it", () => {
  it.each([
    ["TRACE", "/api/runs", 405, "method_not_allowed"],
    ["PROPFIND", "/api/workflows", 405, "method_not_allowed"],
    ["PUT", "/api/runs", 405, "method_not_allowed"],
    ["GET", "/api/workflows/%E0%A4%A", 404, "not_found"],
    ["GET", "/api/workflows/%00", 404, "not_found"],
    ["GET", "/api/secrets/..%2F..%2Fetc", 404, "not_found"],
    ["POST", "/api/nothing/at/all", 404, "not_found"],
    ["GET", "/api", 404, "not_found"],
  ])("%s %s is %d %s", async (method, path, status, code) => {
    const answer = await send(method, path);
    expect(answer.status).toBe(status);
    expect(codeOf(answer)).toBe(code);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["x-request-id"]).toBeDefined();
    if (status === 405) expect(answer.headers.allow).toBeDefined();
  });

  it("believes no client about where it is", async () => {
    expect((await send("GET", "/api/runs", { headers: { "x-socket-address": "192.0.2.7" } })).status).toBe(200);
    const forwarded = await send("GET", "/api/runs", {
      headers: { "x-forwarded-for": "192.0.2.7", "x-socket-address": "::1" },
    });
    expect(codeOf(forwarded)).toBe("forbidden");
    expect(codeOf(await send("GET", "/api/runs", { headers: { host: "rebound.example" } }))).toBe("forbidden");
  });

  it("stops reading a body that is too long, announced or not", async () => {
    const path = `/api/workflows/${await createActive(waitingGraph)}/trigger`;
    const body = Array.from({ length: 30 }, () => Buffer.alloc(100_000, " "));
    const headers = { "content-type": "application/json" };
    expect(codeOf(await send("POST", path, { headers, body }))).toBe("payload_too_large");
    const announced = { ...headers, "content-length": String(3_000_000) };
    expect(codeOf(await send("POST", path, { headers: announced, body }))).toBe("payload_too_large");
    expect((await send("POST", path, { headers, body: [Buffer.from('{"a"'), Buffer.from(":1}")] })).status).toBe(202);
  });
});

describe("a route that Next has found before", () => {
  /** What may differ: how the end of an answer is told, and what is new with each. */
  const comparable = ({ status, headers, text }: Answer) => {
    const { date, vary, "x-request-id": id, "content-length": length, "transfer-encoding": chunks, ...rest } = headers;
    return { status, id: typeof id, headers: rest, text: text.replace(/"requestId":"[^"]+"/g, "") };
  };
  const isAnsweredWithoutNext = ({ headers }: Answer): boolean => headers["content-length"] !== undefined;

  it.each([
    ["an answer", "GET", "/api/dead-letters", {}],
    ["a refusal", "GET", "/api/workflows?limit=none", {}],
    ["nothing that is there", "GET", "/api/runs/nothing", {}],
    ["a refused page", "POST", "/api/workflows", { headers: { origin: "https://evil.example" } }],
    [
      "a body of a wrong kind",
      "POST",
      "/api/secrets",
      { headers: { "content-type": "text/plain" }, body: [Buffer.from("x")] },
    ],
    ["a query of a page", "GET", "/api/trpc/secrets.list?input=%7B%22json%22%3A%7B%7D%7D", {}],
    ["several queries, one of which is refused", "GET", "/api/trpc/secrets.list,runs.get?batch=1&input=%7B%7D", {}],
    [
      "a call with a body of a wrong kind",
      "POST",
      "/api/trpc/secrets.set",
      { headers: { "content-type": "text/plain" }, body: [Buffer.from("x")] },
    ],
    ["an answer over TLS", "GET", "/api/secrets", { headers: { "x-forwarded-proto": "https" } }],
  ])("answers as it did through Next: %s", async (_what, method, path, options) => {
    const [first, second] = [await send(method, path, options), await send(method, path, options)];
    expect([first, second].map(isAnsweredWithoutNext)).toEqual([expect.any(Boolean), true]);
    expect(comparable(second)).toEqual(comparable(first));
  });

  it("answers a HEAD without a body, and other methods as before", async () => {
    for (const expected of [200, 200])
      expect(await send("HEAD", "/api/workflows")).toMatchObject({ status: expected, text: "" });
    expect((await send("OPTIONS", "/api/workflows")).headers.allow).toBe("GET, HEAD, OPTIONS, POST");
    expect(codeOf(await send("TRACE", "/api/workflows"))).toBe("method_not_allowed");
    expect((await send("GET", "/api/workflows/")).status).toBe(308);
  });

  it("packs what is long, also what is made while it is sent", async () => {
    const packed = { headers: { "accept-encoding": "gzip" } };
    const { id } = await post<{ id: string }>("/api/workflows", {
      name: "Long",
      description: "x".repeat(1_500),
      ...waitingGraph,
    });
    for (const path of [`/api/workflows/${id}`, "/api/audit/export?format=json"]) {
      const [first, second] = [await send("GET", path), await send("GET", path, packed)];
      expect(second.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
      expect(second.headers["content-type"]).toBe(first.headers["content-type"]);
      expect(JSON.stringify(JSON.parse(second.text))).toContain(path.includes(id) ? id : "audit.export");
    }
    expect((await send("GET", "/api/secrets", packed)).headers["content-encoding"]).toBeUndefined();
  });
});

it("gives every page a policy with a nonce of its own, which its scripts carry", async () => {
  const [first, second] = await Promise.all([send("GET", "/"), send("GET", "/")]);
  const nonceOf = ({ headers }: Answer) => /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
  const nonce = nonceOf(first);
  expect(nonce).toBeDefined();
  expect(nonceOf(second)).not.toBe(nonce);
  const scripts = first.text.match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
});

it("is ready, and its worker runs what twenty equal requests started, once", async () => {
  expect((await send("GET", "/api/readyz")).status).toBe(200);
  const id = await createActive(callGraph("{{ app.url }}/api/echo"));
  const started = await Promise.all(
    Array.from({ length: 20 }, () =>
      post<{ id: string }>(`/api/workflows/${id}/trigger`, { n: 1 }, { "idempotency-key": "served" }),
    ),
  );
  expect(new Set(started.map((run) => run.id)).size).toBe(1);
  const run = await until("the run is finished", async () => {
    const { text } = await send("GET", `/api/runs/${started[0]?.id}`);
    const body: { finished_at: string | null } = JSON.parse(text);
    return body.finished_at !== null && body;
  });
  expect(run).toMatchObject({ status: "succeeded", trigger_type: "api" });
});

it("stops in time when it is asked to, although a client keeps its connection", async () => {
  await (await fetch(`${app.url}/api/healthz`)).text();
  // Past this it would be killed, and its exit code be 137.
  await app.web.stop(20_000);
  expect(await app.web.exited).toBe(143);
  await expect(fetch(`${app.url}/api/healthz`)).rejects.toThrow();
});
