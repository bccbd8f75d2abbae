import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { expectedMigrations } from "@/server/expected-migrations";
import { createActive, type ErrorBody, refusal } from "./services/client";
import { logGraph } from "./services/graphs";
import { origin, startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const id = "01980000-0000-7000-8000-0000000000ff";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const routes: [url: string, allowed: string[]][] = [
  ["/api/workflows", ["GET", "POST"]],
  [`/api/workflows/${id}`, ["GET"]],
  [`/api/workflows/${id}/activate`, ["POST"]],
  [`/api/workflows/${id}/archive`, ["POST"]],
  [`/api/workflows/${id}/restore`, ["POST"]],
  [`/api/workflows/${id}/trigger`, ["POST"]],
  ["/api/runs", ["GET"]],
  [`/api/runs/${id}`, ["GET"]],
  [`/api/runs/${id}/retry`, ["POST"]],
  [`/api/runs/${id}/cancel`, ["POST"]],
  ["/api/tick", ["POST"]],
  ["/api/secrets", ["GET", "POST"]],
  ["/api/secrets/KEY", ["GET", "DELETE"]],
  ["/api/healthz", ["GET"]],
  ["/api/readyz", ["GET"]],
  ["/api/trpc/workflows.list", ["GET", "POST"]],
];

describe("methods", () => {
  it.each(routes)("%s refuses every other method, naming the right ones", async (url, allowed) => {
    const all = [...allowed, "OPTIONS", ...(allowed.includes("GET") && !url.includes("trpc") ? ["HEAD"] : [])];
    for (const method of methods.filter((known) => !allowed.includes(known))) {
      const answer = await app.call<ErrorBody>(method, url);
      expect(refusal(answer)).toEqual({ status: 405, code: "method_not_allowed" });
      expect(answer.headers.get("allow")).toBe(all.sort().join(", "));
      expect(answer.body.error).toEqual({ code: "method_not_allowed", message: expect.any(String), details: null });
    }
    const options = await app.call("OPTIONS", url);
    expect(options.status).toBe(204);
    expect(options.headers.get("allow")).toBe(all.sort().join(", "));
  });

  it("HEAD answers like GET, without the body", async () => {
    const answer = await app.call("HEAD", "/api/healthz");
    expect(answer).toMatchObject({ status: 200, text: "" });
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect((await app.call("HEAD", `/api/runs/${id}`)).status).toBe(404);
    expect((await app.call("HEAD", "/api/tick")).status).toBe(405);
  });
});

describe("every answer", () => {
  it.each(["/api", "/api/nothing", "/api/workflows/a/b/c", "/api/dead-letter-office"])(
    "%s is not found, whatever the method",
    async (url) => {
      for (const method of methods) {
        const answer = await app.call<ErrorBody>(method, url);
        expect(refusal(answer)).toEqual({ status: 404, code: "not_found" });
        expect(answer.body.error.details).toBeNull();
      }
    },
  );

  it("is JSON that nobody keeps, with a request id", async () => {
    for (const url of ["/api/healthz", "/api/nothing", "/api/workflows?limit=0"]) {
      const { headers } = await app.call("GET", url);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
    const { headers } = await app.call("GET", "/api/trpc/workflows.list?input=%7B%22json%22%3A%7B%7D%7D");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("repeats a request id that is fit for it, and no other", async () => {
    const answer = async (given: string) =>
      (await app.call("GET", "/api/healthz", { headers: { "x-request-id": given } })).headers.get("x-request-id");
    expect(await answer("trace-1.2:3_4")).toBe("trace-1.2:3_4");
    for (const unfit of ["", "a b", "x".repeat(129), 'a"b', "ü"])
      expect(await answer(unfit)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("a failure of ours", () => {
  it("is told without its message, over REST and tRPC", async () => {
    const { webProcess } = await import("@/server/web-process");
    vi.spyOn(webProcess().db, "$transaction").mockRejectedValue(new Error("secret detail at 10.0.0.5"));
    const answer = await app.call("GET", `/api/runs/${id}`);
    expect(refusal(answer)).toEqual({ status: 500, code: "internal_error" });
    expect(answer.text).not.toContain("secret detail");
    const input = encodeURIComponent(JSON.stringify({ json: { id } }));
    const typed = await app.call("GET", `/api/trpc/runs.get?input=${input}`);
    expect(typed.status).toBe(500);
    expect(typed.text).toContain('"appCode":"internal_error"');
    expect(typed.text).not.toContain("secret detail");
    expect(typed.text).not.toContain("stack");
  });

  it("is unavailable while the database is away, and passes when it is back", async () => {
    const { webProcess } = await import("@/server/web-process");
    const workflow = await createActive(app, logGraph());
    const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
    const away = vi.spyOn(webProcess().db, "$transaction").mockRejectedValue(refused);
    expect(refusal(await app.call("GET", `/api/runs/${id}`))).toEqual({ status: 503, code: "unavailable" });
    away.mockRestore();
    await app.db.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'workflow-engine web'`;
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await app.call("GET", `/api/workflows/${workflow.id}`)).status),
    );
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    expect((await app.call("GET", `/api/workflows/${workflow.id}`)).status).toBe(200);
  });
});

describe("health", () => {
  it("tells that the process is up, and that database and migrations are ready", async () => {
    expect(await app.call("GET", "/api/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await app.call("GET", "/api/readyz")).toMatchObject({
      status: 200,
      body: { status: "ready", checks: { database: "ok", migrations: "ok" } },
    });
  });

  it("names a migration that is missing or unfinished, and a database that does not answer", async () => {
    const [name] = (await expectedMigrations()).sort();
    const check = async () => (await app.call<ErrorBody>("GET", "/api/readyz")).body.error.details;
    await app.db.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${name}`;
    expect(await check()).toMatchObject({ checks: { database: "ok", migrations: expect.stringContaining(`${name}`) } });
    await app.db
      .$executeRaw`UPDATE _prisma_migrations SET finished_at = now(), rolled_back_at = now() WHERE migration_name = ${name}`;
    expect(await check()).toMatchObject({ checks: { database: "ok", migrations: expect.stringContaining(`${name}`) } });
    await app.db.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE migration_name = ${name}`;

    const { webProcess } = await import("@/server/web-process");
    vi.spyOn(webProcess().db, "$queryRaw").mockRejectedValue(new Error("connect ECONNREFUSED"));
    const answer = await app.call<ErrorBody>("GET", "/api/readyz");
    expect(refusal(answer)).toEqual({ status: 503, code: "unavailable" });
    expect(answer.body.error.details).toEqual({ checks: { database: expect.any(String) } });
  });
});

describe("echo", () => {
  it("answers what it received, with every method", async () => {
    for (const method of methods) {
      const answer = await app.call(method, "/api/echo?a=1&a=2&b=x%20y", {
        headers: { "x-mine": "yes", authorization: "Bearer token", cookie: "session=1" },
        ...(method === "GET" ? {} : { body: '{"n":1.10}' }),
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        method,
        path: "/api/echo",
        url: "/api/echo?a=1&a=2&b=x%20y",
        query: { a: ["1", "2"], b: "x y" },
        headers: { "x-mine": "yes", authorization: "(hidden)", cookie: "(hidden)" },
      });
      expect(answer.text).toContain(method === "GET" ? '"body":null' : '"body":{"n":1.10}');
      expect(answer.text).not.toContain("token");
    }
  });

  it("answers any body, and never as a page", async () => {
    const send = async (body: BodyInit, contentType: string) =>
      app.send<{ body: unknown }>(
        new Request(`${origin}/api/echo`, { method: "POST", body, headers: { "content-type": contentType } }),
      );
    const page = await send("<script>alert(1)</script>", "text/html");
    expect(page.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(page.body.body).toBe("<script>alert(1)</script>");
    expect((await send("{broken", "application/json")).body.body).toBe("{broken");
    expect((await send(new Uint8Array([0xff, 0x00]), "image/png")).body.body).toEqual({
      encoding: "base64",
      data: "/wA=",
      size: 2,
    });
    expect(refusal(await send(" ".repeat(1_000_001), "text/plain"))).toEqual({
      status: 413,
      code: "payload_too_large",
    });
  });

  it("answers with the status that is asked for", async () => {
    expect((await app.call("GET", "/api/echo?status=503")).status).toBe(503);
    expect(await app.call("GET", "/api/echo?status=204")).toMatchObject({ status: 204, text: "" });
    for (const status of ["199", "600", "x", "1e3", ""]) {
      expect(refusal(await app.call("GET", `/api/echo?status=${status}`))).toEqual({
        status: 422,
        code: "validation_error",
      });
    }
  });
});

describe("access", () => {
  const tick = (headers: Record<string, string>) => app.call("POST", "/api/tick", { headers });
  const forbidden = { status: 403, code: "forbidden" };

  it("refuses pages of other sites, and takes the app's own and programs", async () => {
    for (const foreign of [
      "http://evil.example",
      "null",
      "http://127.0.0.1:3001",
      "https://127.0.0.1:3000.evil.example",
    ]) {
      expect(refusal(await tick({ origin: foreign, host: "127.0.0.1:3000" }))).toEqual(forbidden);
    }
    expect((await tick({ origin, host: "127.0.0.1:3000" })).status).toBe(200);
    expect((await tick({ host: "localhost:3000", origin: "http://localhost:3000" })).status).toBe(200);
    expect((await tick({})).status).toBe(200);
  });

  it("refuses other machines, also behind a proxy on this one, and names that are not its own", async () => {
    const foreign: Record<string, string>[] = [
      { "x-socket-address": "192.0.2.7" },
      { "x-socket-address": "::ffff:192.0.2.7" },
      { "x-socket-address": "127.0.0.1", "x-forwarded-for": "192.0.2.7" },
      { "x-socket-address": "127.0.0.1", host: "rebound.example" },
    ];
    for (const headers of foreign) {
      expect(refusal(await app.call("GET", "/api/workflows", { headers }))).toEqual(forbidden);
      expect((await app.call("GET", "/api/healthz", { headers })).status).toBe(200);
      expect((await app.call("GET", "/api/readyz", { headers })).status).toBe(200);
    }
    for (const own of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      const answer = await app.call("GET", "/api/workflows", {
        headers: { "x-socket-address": own, host: "[::1]:3000" },
      });
      expect(answer.status).toBe(200);
    }
  });
});
