import { afterAll, beforeAll, expect, it } from "vitest";
import { refusal } from "../services/client";
import { startWebApp, type WebApp } from "../services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

it("without accounts there is nobody to sign in as, and nobody has to", async () => {
  const body = { email: "ada@example.org", password: "correct horse battery" };
  const passwords = { current_password: "a", new_password: "correct horse battery" };
  const answers = await Promise.all([
    app.call("POST", "/api/session", { body }),
    app.call("DELETE", "/api/session"),
    app.call("DELETE", "/api/sessions"),
    app.call("PUT", "/api/session/password", { body: passwords }),
    app.call("POST", "/api/set-up", { body: { ...body, code: "x", name: "Ada" } }),
    app.call("POST", "/api/invitations/accept", { body: { token: "x", name: "Ada", password: body.password } }),
  ]);
  for (const answer of answers) {
    expect(refusal(answer)).toEqual({ status: 409, code: "conflict" });
    expect(answer.text).toContain("AUTH_MODE=accounts");
  }
  expect((await app.call("GET", "/api/entrance")).body).toEqual({ mode: "local", needs_set_up: false });
  expect((await app.call("GET", "/api/session")).body).toMatchObject({ mode: "local", actor: "local", role: "admin" });
});

it("what is done on this machine is in the audit log as well", async () => {
  await app.call("POST", "/api/secrets", { body: { key: "LOCAL", value: "x" } });
  const entries = await app.db.auditEntry.findMany();
  expect(entries).toMatchObject([{ actor: "local", action: "secret.set", objectType: "secret", objectId: "LOCAL" }]);
});

it("a key that a program sends all the same is not asked about", async () => {
  const answer = await app.call("GET", "/api/workflows", { headers: { authorization: "Bearer anything" } });
  expect(answer.status).toBe(200);
});
