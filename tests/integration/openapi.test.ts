import { readdirSync } from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiDocument } from "@/contracts/api-document";
import { errorsOf, type Operation } from "@/contracts/operation";
import { operations } from "@/contracts/operations";
import { errorCodes } from "@/core/errors";
import { nodeTypes } from "@/core/kinds";
import { origin, startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
let document: ApiDocument;
beforeAll(async () => {
  app = await startWebApp();
  document = (await app.call<ApiDocument>("GET", "/api/openapi.json")).body;
});
afterAll(() => app.close());

const registry: [id: string, operation: Operation][] = Object.entries(operations);

/** Routes that are no operations: tRPC has a protocol of its own, and the other one answers that there is nothing. */
const otherRoutes = ["/api/trpc/{trpc}", "/api/{[...path]}"];

const apiDirectory = path.join(import.meta.dirname, "../../src/app/api");
const routeFiles = readdirSync(apiDirectory, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts")
  .map((file) => ({
    file: path.join(apiDirectory, file),
    path: `/api/${path
      .dirname(file)
      .split(path.sep)
      .join("/")
      .replaceAll(/\[(.+)\]/g, "{$1}")}`,
  }))
  .filter((route) => !otherRoutes.includes(route.path));

/** The methods that a route has: it names them to whoever asks with one that no route has. */
async function methodsOf(file: string): Promise<string[]> {
  const route: Record<string, (request: Request, context: object) => Promise<Response>> = await import(file);
  const request = new Request(`${origin}/api`, { method: "PUT", headers: { "x-refused-method": "BREW" } });
  const response = await route.PUT?.(request, { params: Promise.resolve({}) });
  return response?.headers.get("allow")?.split(", ") ?? [];
}

/** What restRoute adds by itself: HEAD to GET, and OPTIONS everywhere. */
function withImplied(methods: readonly string[]): string[] {
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].sort();
}

it("tells for which operations one has to say who asks, and how", () => {
  expect(Object.keys(document.components.securitySchemes)).toEqual(["apiKey", "session"]);
  for (const [id, { method, path: route, needs }] of registry) {
    const key = method.toLowerCase() as Lowercase<typeof method>;
    const asked = document.paths[route]?.[key]?.security.flatMap((scheme) => Object.keys(scheme));
    expect([id, asked]).toEqual([id, needs.includes("caller") ? ["apiKey", "session"] : []]);
  }
});

it("names the cookie that signing in sets", async () => {
  const { createAuthenticator } = await import("@/services/accounts/authenticator");
  const appUrl = "http://127.0.0.1:3000";
  const { authCookies } = await createAuthenticator({ db: app.db, secret: "s".repeat(32), appUrl }).$context;
  expect(document.components.securitySchemes.session?.name).toBe(authCookies.sessionToken.name);
});

describe("the registry of operations", () => {
  it.each(routeFiles)("has every method of $path, and no other", async ({ file, path: routePath }) => {
    const known = registry.filter(([, operation]) => operation.path === routePath).map(([, { method }]) => method);
    expect(known).not.toEqual([]);
    expect(withImplied(known)).toEqual((await methodsOf(file)).sort());
    expect(new Set(known).size).toBe(known.length);
  });

  it("names no path that no route serves", () => {
    const served = routeFiles.map((route) => route.path);
    expect(registry.filter(([, operation]) => !served.includes(operation.path))).toEqual([]);
  });

  /** They only read, and what they read is in other answers. */
  const onlyForPages = ["runs.counts", "search.find", "dashboard.runs", "dashboard.queue"];

  it("says for every procedure of tRPC which operation does the same", async () => {
    const { appRouter } = await import("@/server/routers");
    // Streams are for the pages alone.
    const procedures = Object.keys(appRouter._def.procedures).filter((name) => !name.startsWith("live."));
    const named = registry.flatMap(([, { procedure }]) => procedure ?? []);
    const byName = new Map(Object.entries<unknown>(appRouter._def.procedures));
    for (const name of onlyForPages) expect(byName.get(name)).toHaveProperty("_def.type", "query");
    expect([...named, ...onlyForPages].sort()).toEqual(procedures.sort());
  });
});

describe("the document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
    const broken = { ...structuredClone(document), paths: { "/api/runs": { get: { responses: { 200: {} } } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it("has just the registry's operations, with all of their statuses and errors", () => {
    const documented = Object.entries(document.paths).flatMap(([route, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ route, method: method.toUpperCase(), operation })),
    );
    expect(documented.map(({ operation }) => operation.operationId).sort()).toEqual(registry.map(([id]) => id).sort());
    for (const { route, method, operation } of documented) {
      const [, known] = registry.find(([id]) => id === operation.operationId) ?? [];
      expect(known).toMatchObject({ path: route, method, tag: operation.tags[0] });
      if (!known) continue;
      const statuses = [
        ...Object.keys(known.answers),
        ...errorsOf(known).map((code) => String(errorCodes[code].status)),
      ];
      expect(Object.keys(operation.responses).sort()).toEqual([...new Set(statuses)].sort());
    }
  });

  it("names every variable of a path as a parameter, and no other", () => {
    for (const [route, methods] of Object.entries(document.paths)) {
      const variables = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        const named = parameters.flatMap((one) => ("in" in one && one.in === "path" ? one.name : []));
        expect(named).toEqual(variables);
      }
    }
  });

  it("holds the config of every node type", () => {
    const configs = Object.keys(document.components.schemas).filter((name) => name.endsWith("Config"));
    expect(configs).toHaveLength(nodeTypes.length);
    expect(configs).toContain("HttpRequestConfig");
  });

  it("leads nowhere but to what it holds", () => {
    const text = JSON.stringify(document);
    for (const [, pointer = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer.split("/").reduce<unknown>((value, key) => Reflect.get(Object(value), key), document);
      expect(target, pointer).toBeTypeOf("object");
    }
  });
});
