import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dyingGraph, logGraph, waitingGraph } from "../services/graphs";
import { type AccountsApp, type Credentials, cookieOf, type Person, password, startAccountsApp } from "./accounts-app";

let app: AccountsApp;
let admin: Person;
let editor: Person;
/** the entries that the fixtures have made */
let before = 0;
beforeAll(async () => {
  app = await startAccountsApp({ TRUSTED_PROXIES: "1" });
  admin = await app.addPerson("admin");
  editor = await app.addPerson("editor");
});
afterAll(() => app.close());
beforeEach(async () => {
  before = (await app.audit()).length;
});

const news = async () => (await app.audit()).slice(before);
const by = (person: Person) => `user:${person.email}`;

/** As somebody, from an address that a proxy tells of. */
async function act<Body extends object = { id: string }>(who: Credentials, method: string, url: string, body?: object) {
  const headers = { ...who, "x-forwarded-for": "192.0.2.77" };
  const answer = await app.call<Body>(method, url, { headers, ...(body && { body }) });
  if (answer.status >= 400) throw new Error(answer.text);
  return answer.body;
}

describe("the audit log has an entry, with who did it and from where, for", () => {
  it("what happens to a workflow", async () => {
    const who = editor.credentials;
    const { id } = await act(who, "POST", "/api/workflows", { name: "Orders", ...logGraph() });
    for (const step of ["activate", "archive", "restore"]) await act(who, "POST", `/api/workflows/${id}/${step}`);
    const common = { actor: by(editor), objectId: id, address: "192.0.2.77" };
    expect(await news()).toEqual(
      ["workflow.activate", "workflow.archive", "workflow.restore"].map((action) => ({
        ...common,
        action,
        data: { name: "Orders", version: 1 },
      })),
    );
  });

  it("retries and cancellations, one or many", async () => {
    const key = await app.addKey("editor");
    const who = key.credentials;
    const active = async (graph: object) => {
      const { id } = await act(who, "POST", "/api/workflows", { name: "A", ...graph });
      await act(who, "POST", `/api/workflows/${id}/activate`);
      return id;
    };
    const start = async (workflow: string) => (await act(who, "POST", `/api/workflows/${workflow}/trigger`, {})).id;
    const dying = await active(dyingGraph);
    const waiting = await active(waitingGraph);
    const dead = [await start(dying), await start(dying)];
    const held = [await start(waiting), await start(waiting)];
    for (let turn = 0; turn < 10 && (await app.db.run.count({ where: { status: "failed" } })) < 2; turn++)
      await act(who, "POST", "/api/tick", {});
    before = (await app.audit()).length;
    await act(who, "POST", `/api/runs/${dead[0]}/retry`);
    await act(who, "POST", "/api/runs/retry", { ids: [dead[1]] });
    await act(who, "POST", `/api/runs/${held[0]}/cancel`);
    await act(who, "POST", "/api/runs/cancel", { ids: [held[1]] });
    const entries = await news();
    const actor = `key:${key.key.slice(0, 12)}`;
    expect(entries.map(({ actor, action, objectId }) => [actor, action, objectId])).toEqual([
      [actor, "run.retry", dead[0]],
      [actor, "run.retry", null],
      [actor, "run.cancel", held[0]],
      [actor, "run.cancel", null],
    ]);
    expect(entries[1]?.data).toEqual({ count: 1, ids: [dead[1]] });
    expect(entries[3]?.data).toEqual({ count: 1, ids: [held[1]] });
  });

  it("secrets, without their values", async () => {
    const value = "a value that nobody may read";
    await act(admin.credentials, "POST", "/api/secrets", { key: "AUDITED", value });
    await act(admin.credentials, "DELETE", "/api/secrets/AUDITED");
    const entries = await news();
    expect(entries.map(({ actor, action, objectId }) => [actor, action, objectId])).toEqual([
      [by(admin), "secret.set", "AUDITED"],
      [by(admin), "secret.delete", "AUDITED"],
    ]);
    expect(JSON.stringify(entries)).not.toContain(value);
  });

  it("keys and users, without keys, links and passwords", async () => {
    const who = admin.credentials;
    const made = await act<{ key: string; api_key: { id: string; prefix: string } }>(who, "POST", "/api/keys", {
      name: "Shop",
      role: "viewer",
    });
    await act(who, "DELETE", `/api/keys/${made.api_key.id}`);
    const invited = await act<{ url: string; invitation: { id: string } }>(who, "POST", "/api/invitations", {
      email: "New@example.org",
      role: "viewer",
    });
    const token = new URL(invited.url).hash.slice(1);
    const accepted = await app.call<{ actor: string }>("POST", "/api/invitations/accept", {
      body: { token, name: "New", password },
      headers: { "x-forwarded-for": "192.0.2.78" },
    });
    const { id } = await app.db.user.findUniqueOrThrow({ where: { email: "new@example.org" } });
    await act(who, "PATCH", `/api/users/${id}`, { role: "editor" });
    const other = await act<{ invitation: { id: string } }>(who, "POST", "/api/invitations", {
      email: "other@example.org",
      role: "admin",
    });
    await act(who, "DELETE", `/api/invitations/${other.invitation.id}`);
    const entries = await news();
    expect(entries.map(({ actor, action, objectId, data }) => [actor, action, objectId, data])).toEqual([
      [by(admin), "api_key.create", made.api_key.id, { name: "Shop", prefix: made.api_key.prefix, role: "viewer" }],
      [by(admin), "api_key.revoke", made.api_key.id, { name: "Shop", prefix: made.api_key.prefix, role: "viewer" }],
      [by(admin), "user.invite", invited.invitation.id, { email: "new@example.org", role: "viewer" }],
      ["user:new@example.org", "user.accept_invitation", id, { email: "new@example.org", role: "viewer" }],
      ["user:new@example.org", "session.sign_in", id, {}],
      [by(admin), "user.update", id, { name: "New", email: "new@example.org", role: "editor", disabled: false }],
      [by(admin), "user.invite", other.invitation.id, { email: "other@example.org", role: "admin" }],
      [by(admin), "user.withdraw_invitation", other.invitation.id, {}],
    ]);
    expect(accepted.body.actor).toBe("user:new@example.org");
    for (const hidden of [made.key, token, password]) expect(JSON.stringify(entries)).not.toContain(hidden);
  });

  it("sessions, and what was refused", async () => {
    const person = await app.addPerson("viewer");
    before = (await app.audit()).length;
    await app.signIn(person.email, { password: "a wrong one", headers: { "x-forwarded-for": "192.0.2.79" } });
    const signedIn = await app.signIn(person.email, { headers: { "x-forwarded-for": "192.0.2.79" } });
    const who = { cookie: cookieOf(signedIn) };
    const denied = await app.as(who, "POST", "/api/secrets", { body: { key: "A", value: "b" } });
    expect(denied.status).toBe(403);
    const changed = await app.call("PUT", "/api/session/password", {
      headers: { ...who, "x-forwarded-for": "192.0.2.79" },
      body: { current_password: password, new_password: "a better password" },
    });
    await act({ cookie: cookieOf(changed) }, "DELETE", "/api/session");
    const entries = await news();
    expect(entries.map(({ actor, action, data }) => [actor, action, data])).toEqual([
      ["anonymous", "session.refuse", { email: person.email }],
      [by(person), "session.sign_in", {}],
      [by(person), "access.denied", { call: "secrets.set" }],
      [by(person), "session.change_password", expect.objectContaining({ email: person.email })],
      [by(person), "session.sign_out", {}],
    ]);
    expect(entries[0]?.address).toBe("192.0.2.79");
  });

  it("not for what failed, nor for what only reads", async () => {
    const answer = await app.as(admin.credentials, "DELETE", "/api/secrets/NOT_THERE");
    expect(answer.status).toBe(404);
    await act(admin.credentials, "GET", "/api/workflows");
    expect(await news()).toEqual([]);
  });
});

describe("entries of the audit log", () => {
  it("cannot be changed, deleted or emptied away", async () => {
    const { db } = app;
    const { id } = await db.auditEntry.findFirstOrThrow();
    const refused = /never changed or deleted/;
    await expect(db.auditEntry.update({ where: { id }, data: { actor: "nobody" } })).rejects.toThrow(refused);
    await expect(db.auditEntry.delete({ where: { id } })).rejects.toThrow(refused);
    await expect(db.$executeRawUnsafe("TRUNCATE audit_entry")).rejects.toThrow(refused);
  });

  it("are listed newest first, page by page, and found by who, what and which", async () => {
    interface Page {
      items: { id: string; actor: string; action: string; object_id: string | null }[];
      next_cursor: string | null;
    }
    const list = (query: string) => act<Page>(admin.credentials, "GET", `/api/audit?${query}`);
    const all = await list("limit=200");
    const ids = all.items.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
    expect(ids.length).toBeGreaterThan(10);
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Page = await list(`limit=4${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all.items.map(({ id }) => id));
    const mine = await list(`limit=200&actor=${encodeURIComponent(by(editor))}`);
    expect(mine.items).toEqual(all.items.filter(({ actor }) => actor === by(editor)));
    expect((await list("action=secret.delete")).items.map(({ object_id }) => object_id)).toEqual(["AUDITED"]);
    expect((await list("object_id=AUDITED")).items).toHaveLength(2);
  });
});
