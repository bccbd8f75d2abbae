import type { APIRequestContext } from "@playwright/test";
import { Failure } from "./failure";

const people = [
  { email: "eva@example.org", name: "Eva Lindqvist", role: "editor" },
  { email: "ben@example.org", name: "Ben Okafor", role: "viewer" },
];
const invited = { email: "noor@example.org", role: "editor" };
const keys = [
  { name: "Shop", role: "editor", expires_in_days: 28 },
  { name: "Status page", role: "viewer" },
  { name: "Old importer", role: "editor", expires_in_days: 14 },
];
const revoked = "Old importer";

/** Signs in the admin who is given by ADMIN_EMAIL and ADMIN_PASSWORD. */
export async function signInAsAdmin(request: APIRequestContext): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = process.env;
  if (!email || !password)
    throw new Failure("It has accounts: set ADMIN_EMAIL and ADMIN_PASSWORD to those of an admin.");
  await ask(request, "POST", "/api/session", { email, password });
}

/** Makes people, keys and one open invitation, those that are not there yet, and answers the invitation's link. */
export async function makeExampleAccounts(request: APIRequestContext): Promise<string> {
  const { items: users } = await ask<{ items: { email: string }[] }>(request, "GET", "/api/users");
  for (const { email, name, role } of people.filter((person) => !users.some((user) => user.email === person.email))) {
    const { url } = await ask<{ url: string }>(request, "POST", "/api/invitations", { email, role });
    // Without the admin's cookie: who accepts is signed in by it.
    const accepted = await fetch(new URL("/api/invitations/accept", url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: tokenOf(url), name, password: `${name} of the examples` }),
    });
    if (!accepted.ok) throw new Failure(`${email} could not join: ${accepted.status}.`);
  }
  const { items: known } = await ask<{ items: { name: string }[] }>(request, "GET", "/api/keys");
  for (const key of keys.filter(({ name }) => !known.some((one) => one.name === name))) {
    const { api_key: made } = await ask<{ api_key: { id: string } }>(request, "POST", "/api/keys", key);
    if (key.name === revoked) await ask(request, "DELETE", `/api/keys/${made.id}`);
  }
  const { items: open } = await ask<{ items: { id: string }[] }>(request, "GET", "/api/invitations");
  for (const { id } of open) await ask(request, "DELETE", `/api/invitations/${id}`);
  return (await ask<{ url: string }>(request, "POST", "/api/invitations", invited)).url;
}

const tokenOf = (link: string) => new URL(link).hash.slice(1);

async function ask<Answer>(request: APIRequestContext, method: string, path: string, data?: object): Promise<Answer> {
  const response = await request.fetch(path, { method, ...(data && { data }) });
  if (!response.ok()) throw new Failure(`${method} ${path} answered ${response.status()}: ${await response.text()}`);
  return response.json();
}
