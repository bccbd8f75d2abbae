import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Database } from "@/db/types";
import { createTestDatabase, type TestDatabaseOptions } from "../../support/database";
import { type Stub, startStub } from "./stub";

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  /** the text, parsed by JSON.parse, or undefined if it is no JSON; the type is what the test goes on to assert */
  body: Body;
}

export interface RequestOptions {
  /** sent as JSON; a string is sent as it is, with this content-type all the same */
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * The routes of src/app/api as Next serves them, called in this process with real requests: everything but Next itself,
 * on a database of its own.
 */
export interface WebApp {
  db: Database;
  /** a server that http_request nodes may call */
  stub: Stub;
  call<Body = unknown>(method: string, url: string, options?: RequestOptions): Promise<Answer<Body>>;
  /** the same with a request made by hand, for what `call` cannot send */
  send<Body = unknown>(request: Request): Promise<Answer<Body>>;
  close(): Promise<void>;
}

export const origin = "http://127.0.0.1:3000";

export async function startWebApp(
  environment: Record<string, string> = {},
  options: TestDatabaseOptions = {},
): Promise<WebApp> {
  const database = await createTestDatabase(options);
  const stub = await startStub();
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    FERNET_KEY: `${randomBytes(32).toString("base64url")}=`,
    HTTP_ALLOW_HOSTS: new URL(stub.url).host,
    LOG_LEVEL: "silent",
    ...environment,
  });
  const routes = findRoutes();
  // Not before the environment is set.
  const { closeWebProcess } = await import("@/server/web-process");

  const send = async <Body>(request: Request): Promise<Answer<Body>> => {
    const { file, params } = matchRoute(routes, new URL(request.url).pathname);
    const handlers: Record<string, RouteFunction> = await import(file);
    const response = await handlers[request.method]?.(request, { params: Promise.resolve(params) });
    if (!response) throw new Error(`${file} exports no ${request.method}`);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" || !isJson(response.headers) ? undefined : JSON.parse(text),
    };
  };
  return {
    db: database.db,
    stub,
    send,
    call: (method, url, options = {}) => send(new Request(`${origin}${url}`, requestInit(method, options))),
    async close() {
      await closeWebProcess();
      await stub.close();
      await database.drop();
    },
  };
}

const isJson = (headers: Headers): boolean => headers.get("content-type")?.startsWith("application/json") === true;

function requestInit(method: string, { body, headers }: RequestOptions): RequestInit {
  if (body === undefined) return { method, headers: { ...headers } };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { method, body: text, headers: { "content-type": "application/json", ...headers } };
}

type RouteFunction = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

interface Route {
  file: string;
  segments: string[];
}

function findRoutes(): Route[] {
  const root = path.join(import.meta.dirname, "../../../src/app");
  const files = readdirSync(path.join(root, "api"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => ({ file: path.join(root, "api", file), segments: ["api", ...path.dirname(file).split(path.sep)] }))
    .sort((one, other) => specificity(other) - specificity(one));
}

/** Fixed names before variables before the catch-all, as in Next. */
function specificity({ segments }: Route): number {
  if (segments.some(isCatchAll)) return -1;
  return segments.filter((segment) => !segment.startsWith("[")).length;
}

const isCatchAll = (segment: string): boolean => segment.startsWith("[[...");

function matchRoute(routes: readonly Route[], pathname: string): { file: string; params: Record<string, string> } {
  const given = pathname.split("/").slice(1).map(decodeURIComponent);
  for (const { file, segments } of routes) {
    if (segments.some(isCatchAll)) return { file, params: {} };
    if (segments.length !== given.length) continue;
    if (!segments.every((segment, index) => segment.startsWith("[") || segment === given[index])) continue;
    const variables = segments.flatMap((segment, index) =>
      segment.startsWith("[") ? [[segment.slice(1, -1), given[index] ?? ""]] : [],
    );
    return { file, params: Object.fromEntries(variables) };
  }
  throw new Error(`no route serves ${pathname}`);
}
