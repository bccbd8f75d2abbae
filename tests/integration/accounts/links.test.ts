import { afterAll, beforeAll, expect, it } from "vitest";
import { refusal } from "../services/client";
import { type AccountsApp, password, startAccountsApp } from "./accounts-app";

/** Links, keys and names that somebody who means no good would try. */
let app: AccountsApp;
beforeAll(async () => {
  app = await startAccountsApp();
});
afterAll(() => app.close());

let places = 0;
const accept = (token: string) =>
  app.call("POST", "/api/invitations/accept", {
    body: { token, name: "New", password },
    headers: { "x-socket-address": `203.0.113.${++places}` },
  });
const tokenOf = (url: string) => new URL(url).hash.slice(1);

it.each([{ disabled: true }, { role: "editor" }])("links of an admin who is %j lead nowhere", async (change) => {
  const chief = await app.addPerson("admin");
  const leaving = await app.addPerson("admin");
  const as = leaving.credentials;
  const invited = await app.as<{ url: string }>(as, "POST", "/api/invitations", {
    body: { email: `door-${places}@example.org`, role: "admin" },
  });
  const link = await app.as<{ url: string }>(as, "POST", `/api/users/${chief.id}/password-link`);
  const own = await app.as<{ url: string }>(chief.credentials, "POST", "/api/invitations", {
    body: { email: `other-${places}@example.org`, role: "viewer" },
  });
  const changed = await app.as(chief.credentials, "PATCH", `/api/users/${leaving.id}`, { body: change });
  expect(changed.status).toBe(200);
  expect((await accept(tokenOf(invited.body.url))).status).toBe(404);
  expect((await accept(tokenOf(link.body.url))).status).toBe(404);
  expect((await accept(tokenOf(own.body.url))).status).toBe(201);
});

it("a password link ends when its user is disabled or chooses a password, and is made for nobody who is disabled", async () => {
  const { credentials } = await app.addPerson("admin");
  const person = await app.addPerson("viewer");
  const link = () => app.as<{ url: string }>(credentials, "POST", `/api/users/${person.id}/password-link`);
  const first = tokenOf((await link()).body.url);
  await app.as(person.credentials, "PUT", "/api/session/password", {
    body: { current_password: password, new_password: "another good password" },
  });
  expect((await accept(first)).status).toBe(404);
  const second = tokenOf((await link()).body.url);
  const disable = (disabled: boolean) =>
    app.as(credentials, "PATCH", `/api/users/${person.id}`, { body: { disabled } });
  await disable(true);
  expect(refusal(await link())).toEqual({ status: 409, code: "conflict" });
  await disable(false);
  expect((await accept(second)).status).toBe(404);
});

it("somebody who guesses at an address does not spoil the invitation that is on its way there", async () => {
  const { credentials } = await app.addPerson("admin");
  const email = "awaited@example.org";
  const invited = await app.as<{ url: string }>(credentials, "POST", "/api/invitations", {
    body: { email, role: "viewer" },
  });
  for (let turn = 0; turn < 11; turn++)
    await app.signIn(email, { password: "guessed", headers: { "x-socket-address": `192.0.2.${turn}` } });
  expect((await accept(tokenOf(invited.body.url))).status).toBe(201);
});

it("an empty workflow is none, and no key for all of them", async () => {
  const { credentials } = await app.addPerson("admin");
  const body = { name: "Shop", role: "viewer", workflow_id: "" };
  expect(refusal(await app.as(credentials, "POST", "/api/keys", { body }))).toEqual({ status: 404, code: "not_found" });
});

it("characters that no name has, and no database takes, are refused in words", async () => {
  const { credentials } = await app.addPerson("admin");
  const asked = async (method: string, url: string, body?: object) =>
    (await app.as(credentials, method, url, body && { body })).status;
  expect(await asked("PATCH", "/api/users/%00", { role: "viewer" })).toBe(404);
  expect(await asked("POST", "/api/users/x%00y/password-link")).toBe(404);
  for (const name of ["a\u0000b", "a\nb", "a\u202eb"])
    expect(await asked("POST", "/api/keys", { name, role: "viewer" })).toBe(422);
  const before = await app.db.auditEntry.count();
  expect(await asked("GET", "/api/audit?actor=%00")).toBe(422);
  expect(await asked("GET", "/api/audit/export?format=csv&object_id=a%00")).toBe(422);
  expect(await asked("PATCH", "/api/users/nobody", {})).toBe(422);
  expect(await app.db.auditEntry.count()).toBe(before);
});

it("a method that no route has is refused by tRPC's route as by all others", async () => {
  const { credentials } = await app.addPerson("viewer");
  const headers = { "x-refused-method": "PROPFIND" };
  const answer = await app.as(credentials, "GET", "/api/trpc/session.get", { headers });
  expect(refusal(answer)).toEqual({ status: 405, code: "method_not_allowed" });
});

it("what was refused is recorded with what it was about", async () => {
  const { credentials } = await app.addPerson("viewer");
  const id = "01980000-0000-7000-8000-00000000ffff";
  await app.as(credentials, "POST", `/api/workflows/${id}/activate`);
  expect((await app.audit()).at(-1)).toMatchObject({
    action: "access.denied",
    objectId: id,
    data: { call: "workflows.activate" },
  });
});
