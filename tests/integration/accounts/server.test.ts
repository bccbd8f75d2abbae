import { afterAll, beforeAll, expect, it } from "vitest";
import { generateKey } from "@/vault/keyring";
import { webGraceMs } from "../../../scripts/support/app-processes";
import { ensureWebBuild } from "../../../scripts/support/web-build";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { startWebServer, type WebServer } from "../../support/web-server";
import { password } from "./accounts-app";

/** The build as it is served: what begins before the first request is bundled apart from what answers it. */
let database: TestDatabase;
let web: WebServer;
beforeAll(async () => {
  await ensureWebBuild(new AbortController().signal);
  database = await createTestDatabase();
  const environment = {
    ...process.env,
    DATABASE_URL: database.url,
    DIRECT_DATABASE_URL: database.url,
    FERNET_KEY: generateKey(),
    AUTH_MODE: "accounts",
    SESSION_SECRET: "a secret of more than thirty-two characters",
    ADMIN_EMAIL: "Ada@example.org",
    ADMIN_PASSWORD: password,
  };
  web = await startWebServer(environment, () => undefined);
}, 600_000);
afterAll(async () => {
  await web.process.stop(webGraceMs);
  await database.drop();
});

const ask = (method: string, path: string, body?: object) =>
  fetch(`${web.url}${path}`, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });

it("makes the admin that the environment names, once, and refuses guesses as it says it does", async () => {
  for (;;) {
    const entrance: { needs_set_up: boolean } = await (await ask("GET", "/api/entrance")).json();
    if (!entrance.needs_set_up) break;
  }
  const signIn = (given: string) => ask("POST", "/api/session", { email: "ada@example.org", password: given });
  const signedIn = await signIn(password);
  expect(await signedIn.json()).toMatchObject({ actor: "user:ada@example.org", role: "admin" });
  const statuses: number[] = [];
  for (let turn = 0; turn < 11; turn++) statuses.push((await signIn(`guess ${turn}`)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  const refused = await signIn(password);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await database.db.auditEntry.count({ where: { actor: "environment", action: "user.set_up" } })).toBe(1);
});

it("leads whoever has no session to where one signs in, and tells nothing else", async () => {
  const page = await fetch(`${web.url}/runs?status=failed`, { redirect: "manual" });
  expect(page.status).toBe(307);
  expect(page.headers.get("location")).toBe("/sign-in?next=%2Fruns%3Fstatus%3Dfailed");
  expect((await ask("GET", "/api/runs")).status).toBe(401);
});
