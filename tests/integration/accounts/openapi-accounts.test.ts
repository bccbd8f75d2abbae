import { afterAll, beforeAll, expect, it } from "vitest";
import { errorsOf, type Operation } from "@/contracts/operation";
import { type OperationId, operations } from "@/contracts/operations";
import type { ErrorBody } from "../services/client";
import { type Documented, readDocument } from "../services/documented";
import type { Answer } from "../services/web-app";
import {
  type AccountsApp,
  type Credentials,
  cookieOf,
  type Person,
  password,
  sessionSecret,
  startAccountsApp,
} from "./accounts-app";

interface Invited {
  url: string;
  invitation: { id: string };
}

/** What the routes of users, keys, sessions and the audit log answer is what the document says. */
let app: AccountsApp;
let documented: Documented;
let admin: Credentials;
beforeAll(async () => {
  app = await startAccountsApp();
  admin = (await app.addKey("admin")).credentials;
  documented = await readDocument(app, admin);
});
afterAll(() => app.close());

const withAccounts = Object.entries<Operation>(operations).filter(([, { tag }]) => tag === "Accounts");
// Object.entries widens the keys to string; the registry has just these.
const ids = withAccounts.map(([id]) => id as OperationId);
const operationOf = (id: OperationId): Operation => operations[id];

const code = (answer: Answer<ErrorBody>) => answer.body.error.code;
const having = (test: (operation: Operation) => boolean) => ids.filter((id) => test(operationOf(id)));

/** From places that nobody else signs in from. */
let places = 0;
const elsewhere = (who: Credentials = {}) => ({ headers: { ...who, "x-socket-address": `203.0.113.${++places}` } });

it("for whoever may", async () => {
  const { setUpCode } = await import("@/services/accounts/set-up-code");
  const { ask } = documented;
  const email = "first@example.org";
  const first = { code: setUpCode(sessionSecret), name: "Ada", email, password };
  expect((await ask("setUp", { body: first, ...elsewhere() })).status).toBe(201);
  expect(code(await ask("setUp", { body: { ...first, email: "late@example.org" }, ...elsewhere() }))).toBe("forbidden");
  expect((await ask("getEntrance", elsewhere())).status).toBe(200);

  const invited = await ask<Invited>("invite", { body: { email: "second@example.org", role: "editor" } });
  expect(invited.status).toBe(201);
  expect(code(await ask("invite", { body: { email, role: "editor" } }))).toBe("conflict");
  const token = new URL(invited.body.url).hash.slice(1);
  expect((await ask("listInvitations")).status).toBe(200);
  expect((await ask("lookUpInvitation", { body: { token }, ...elsewhere() })).status).toBe(200);
  const joining = { body: { token, name: "Grace", password } };
  expect((await ask("acceptInvitation", { ...joining, ...elsewhere() })).status).toBe(201);
  expect(code(await ask("acceptInvitation", { ...joining, ...elsewhere() }))).toBe("not_found");
  expect(code(await ask("lookUpInvitation", { body: { token }, ...elsewhere() }))).toBe("not_found");
  const other = await ask<Invited>("invite", { body: { email: "third@example.org", role: "viewer" } });
  expect((await ask("withdrawInvitation", { variable: other.body.invitation.id })).status).toBe(200);

  const people = await ask<{ items: Person[] }>("listUsers");
  expect(people.body.items.map((person) => person.email)).toEqual(["second@example.org", email]);
  const [second, last] = people.body.items.map(({ id }) => id);
  const change = (variable: string | undefined, body: object) => ask("updateUser", { variable: variable ?? "", body });
  expect((await change(second, { role: "viewer" })).status).toBe(200);
  expect(code(await change(last, { role: "viewer" }))).toBe("conflict");

  const link = await ask<{ url: string }>("makePasswordLink", { variable: second ?? "" });
  expect(link.status).toBe(201);
  const back = { token: new URL(link.body.url).hash.slice(1), name: "Whoever", password: "quite another password" };
  expect((await ask("lookUpInvitation", { body: { token: back.token }, ...elsewhere() })).status).toBe(200);
  expect((await ask("acceptInvitation", { body: back, ...elsewhere() })).status).toBe(201);

  expect((await change(second, { disabled: true })).status).toBe(200);
  expect(code(await ask("makePasswordLink", { variable: second ?? "" }))).toBe("conflict");

  const made = await ask<{ api_key: { id: string } }>("createApiKey", { body: { name: "Shop", role: "viewer" } });
  expect(made.status).toBe(201);
  expect(code(await ask("createApiKey", { body: { name: "Shop", role: "viewer", workflow_id: "nope" } }))).toBe(
    "not_found",
  );
  expect((await ask("listApiKeys")).status).toBe(200);
  expect((await ask("revokeApiKey", { variable: made.body.api_key.id })).status).toBe(200);
  expect((await ask("listAudit")).status).toBe(200);
  expect((await ask("exportAudit", { query: "?format=json" })).status).toBe(200);
});

it("for whoever has signed in", async () => {
  const { ask } = documented;
  const { email } = await app.addPerson("viewer");
  const signIn = (given: string) => ask("signIn", { body: { email, password: given }, ...elsewhere() });
  expect(code(await signIn("a wrong one"))).toBe("unauthorized");
  const signedIn = await signIn(password);
  expect(signedIn.status).toBe(201);
  let who: Credentials = { cookie: cookieOf(signedIn) };
  expect((await ask("getSession", { headers: who })).status).toBe(200);
  const change = (current: string) =>
    ask("changePassword", { body: { current_password: current, new_password: `${password} 2` }, ...elsewhere(who) });
  expect(code(await change("a wrong one"))).toBe("validation_error");
  const changed = await change(password);
  expect(changed.status).toBe(200);
  who = { cookie: cookieOf(changed) };
  expect((await ask("signOutEverywhere", { headers: who })).status).toBe(200);
  expect((await ask("signOut", { headers: who })).status).toBe(200);
});

it.each(having(({ needs }) => needs.includes("caller")))("%s, to nobody", async (id) => {
  expect(code(await documented.ask(id, { headers: {} }))).toBe("unauthorized");
});

it.each(ids)("%s, to a page of another site", async (id) => {
  const answer = await documented.ask(id, { headers: { ...admin, origin: "https://evil.example" } });
  expect(code(answer)).toBe("forbidden");
});

it.each(having(({ body }) => body !== undefined))("%s, to a body that does not fit", async (id) => {
  const person = await app.addPerson("admin");
  const asked = (body: string, type = "application/json") =>
    documented.ask(id, { body, ...elsewhere({ ...person.credentials, "content-type": type }) });
  expect(code(await asked(" ".repeat(1_000_001)))).toBe("payload_too_large");
  expect(code(await asked("{"))).toBe("invalid_json");
  expect(code(await asked("a=1", "text/plain"))).toBe("unsupported_media_type");
  if (operationOf(id).body?.kind === "json") expect(code(await asked('{"role":1,"email":2}'))).toBe("validation_error");
});

it.each(having(({ query }) => query !== undefined))("%s, to a query that does not fit", async (id) => {
  expect(code(await documented.ask(id, { query: "?limit=0" }))).toBe("validation_error");
});

it.each(having(({ pathParameters }) => pathParameters !== undefined))("%s, to an unknown id", async (id) => {
  const body = operationOf(id).body?.kind === "json" ? { body: { role: "viewer" } } : {};
  expect(code(await documented.ask(id, { variable: "01980000-0000-7000-8000-00000000ffff", ...body }))).toBe(
    "not_found",
  );
});

it("and has told all that the document tells, but what only chance or another mode brings", () => {
  const told = ids.flatMap((id) => [
    ...Object.keys(operations[id].answers).map((status) => `${id} ${status}`),
    ...errorsOf(operations[id]).map((error) => `${id} ${error}`),
  ]);
  // Rate limits: sign-in-limits.test.ts. Sessions where there are no accounts: no-accounts.test.ts.
  const elsewhereSeen =
    /^\w+ (rate_limited|unavailable|internal_error)$|^(signIn|signOut|signOutEverywhere|changePassword|setUp|acceptInvitation) conflict$/;
  expect(told.filter((answer) => !documented.seen.has(answer) && !elsewhereSeen.test(answer))).toEqual([]);
});
