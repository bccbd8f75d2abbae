import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal } from "../services/client";
import { type AccountsApp, type Credentials, cookieOf, password, startAccountsApp } from "./accounts-app";

let app: AccountsApp;
beforeAll(async () => {
  app = await startAccountsApp();
});
afterAll(() => app.close());

const signInFirst = { status: 401, code: "unauthorized" };
const session = (who: Credentials | undefined) =>
  app.as<{ actor: string; role: string; error: { code: string } }>(who, "GET", "/api/session");
const isSignedIn = async (who: Credentials): Promise<boolean> => (await session(who)).status === 200;

/** Signs the person in once more, from a place that nobody else signs in from. */
let places = 0;
async function anotherSession(email: string, headers: Credentials = {}): Promise<Credentials> {
  const answer = await app.signIn(email, { headers: { "x-socket-address": `203.0.113.${++places}`, ...headers } });
  expect(answer.status).toBe(201);
  return { cookie: cookieOf(answer) };
}

describe("signing in", () => {
  it("sets a cookie that no script reads and no other site sends, and tells who one is", async () => {
    const { email } = await app.addPerson("editor", "Ada");
    const answer = await app.signIn(email.toUpperCase());
    expect(answer.body).toMatchObject({ actor: `user:${email}`, role: "editor", name: "Ada", email, mode: "accounts" });
    const [cookie = "", ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/; Secure/);
    expect(answer.text).not.toContain((cookie.split(";")[0] ?? "").split("=")[1]);
    expect((await session({ cookie: cookieOf(answer) })).body).toEqual(answer.body);
  });

  it("refuses a wrong password, an unknown address and a disabled user alike", async () => {
    const { email } = await app.addPerson("viewer");
    const disabled = await app.addPerson("viewer");
    await app.db.user.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } });
    const from = (place: number) => ({ headers: { "x-socket-address": `192.0.2.${place}` } });
    const answers = [
      await app.signIn(email, { password: "wrong", ...from(1) }),
      await app.signIn("nobody@example.org", from(2)),
      await app.signIn(disabled.email, from(3)),
    ];
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 401, body: answers[0]?.body });
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(await app.db.session.count({ where: { userId: disabled.id } })).toBe(1);
  });

  it("never takes over a session that came along: it ends, and another begins", async () => {
    const person = await app.addPerson("editor");
    const planted = person.credentials;
    const own = await anotherSession(person.email, planted);
    expect(own).not.toEqual(planted);
    expect(await isSignedIn(own)).toBe(true);
    expect(await isSignedIn(planted)).toBe(false);
  });

  it("does not believe a cookie that somebody made up or changed", async () => {
    const { credentials } = await app.addPerson("admin");
    const [name = "", value = ""] = (credentials.cookie ?? "").split(/=(.*)/s);
    const { token } = await app.db.session.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
    const [, signature = ""] = decodeURIComponent(value).split(".");
    for (const forged of [token, `${token}.`, `${token}.${signature.slice(1)}A`, `x${token}.${signature}`]) {
      expect(refusal(await session({ cookie: `${name}=${encodeURIComponent(forged)}` }))).toMatchObject(signInFirst);
    }
    expect(await isSignedIn({ cookie: `${name}=${encodeURIComponent(`${token}.${signature}`)}` })).toBe(true);
  });
});

describe("a session ends", () => {
  it("by signing out, and only that one", async () => {
    const person = await app.addPerson("viewer");
    const other = await anotherSession(person.email);
    const answer = await app.as(person.credentials, "DELETE", "/api/session");
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
    expect(await isSignedIn(person.credentials)).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
  });

  it("with all others by signing out everywhere", async () => {
    const person = await app.addPerson("viewer");
    const stranger = await app.addPerson("viewer");
    const other = await anotherSession(person.email);
    expect((await app.as(other, "DELETE", "/api/sessions")).status).toBe(200);
    expect([await isSignedIn(person.credentials), await isSignedIn(other)]).toEqual([false, false]);
    expect(await isSignedIn(stranger.credentials)).toBe(true);
  });

  it("when it was not used for long, and using it puts that off", async () => {
    const { id, credentials } = await app.addPerson("viewer");
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const row = { where: { userId: id } };
    const inHours = (hours: number) => hoursAgo(-hours);
    await app.db.session.updateMany({ ...row, data: { expiresAt: inHours(1) } });
    expect(await isSignedIn(credentials)).toBe(true);
    const { expiresAt } = await app.db.session.findFirstOrThrow(row);
    expect(expiresAt.getTime()).toBeGreaterThan(inHours(6 * 24).getTime());
    await app.db.session.updateMany({ ...row, data: { expiresAt: hoursAgo(1) } });
    expect(await isSignedIn(credentials)).toBe(false);
  });

  it("however much it is used", async () => {
    const { id, credentials } = await app.addPerson("viewer");
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await app.db.session.updateMany({ where: { userId: id }, data: { createdAt: daysAgo(29) } });
    expect(await isSignedIn(credentials)).toBe(true);
    await app.db.session.updateMany({ where: { userId: id }, data: { createdAt: daysAgo(31) } });
    expect(await isSignedIn(credentials)).toBe(false);
  });

  it("when its user is disabled, at once, and does not come back with them", async () => {
    const admin = await app.addPerson("admin");
    const { id, email, credentials } = await app.addPerson("viewer");
    const change = (disabled: boolean) =>
      app.as(admin.credentials, "PATCH", `/api/users/${id}`, { body: { disabled } });
    expect((await change(true)).body).toMatchObject({ id, disabled: true });
    expect(await isSignedIn(credentials)).toBe(false);
    expect((await change(false)).body).toMatchObject({ id, disabled: false });
    expect(await isSignedIn(credentials)).toBe(false);
    expect(await isSignedIn(await anotherSession(email))).toBe(true);
  });

  it("with the others when the password changes, and a new one begins", async () => {
    const person = await app.addPerson("viewer");
    const other = await anotherSession(person.email);
    const change = (current: string, next: string) =>
      app.as<{ error: { details: unknown } }>(person.credentials, "PUT", "/api/session/password", {
        body: { current_password: current, new_password: next },
        headers: { "x-socket-address": "203.0.113.200" },
      });
    const wrong = await change("not it at all", "another good password");
    expect([wrong.status, wrong.body.error.details]).toEqual([
      422,
      [{ path: "current_password", message: "This is not your present password." }],
    ]);
    expect(refusal(await change(password, "short")).status).toBe(422);
    const changed = await change(password, "another good password");
    expect(changed.status).toBe(200);
    expect([await isSignedIn(person.credentials), await isSignedIn(other)]).toEqual([false, false]);
    expect(await isSignedIn({ cookie: cookieOf(changed) })).toBe(true);
    const from = { "x-socket-address": "203.0.113.201" };
    expect((await app.signIn(person.email, { headers: from })).status).toBe(401);
    expect((await app.signIn(person.email, { password: "another good password", headers: from })).status).toBe(201);
  });
});

describe("a link for a password", () => {
  const makeLink = async (id: string) => {
    const admin = await app.addPerson("admin");
    const { body } = await app.as<{ url: string }>(admin.credentials, "POST", `/api/users/${id}/password-link`);
    return new URL(body.url).hash.slice(1);
  };
  const accept = (token: string, next: string) =>
    app.call("POST", "/api/invitations/accept", {
      body: { token, name: "Not asked", password: next },
      headers: { "x-socket-address": `203.0.113.${++places}` },
    });

  it("lets its user choose another one, once, and ends all sessions before", async () => {
    const person = await app.addPerson("editor", "Grace");
    const first = await makeLink(person.id);
    const second = await makeLink(person.id);
    expect((await accept(first, "by a link that was replaced")).status).toBe(404);
    expect(await isSignedIn(person.credentials)).toBe(true);
    const accepted = await accept(second, "a new good password");
    expect(accepted.body).toMatchObject({ actor: `user:${person.email}`, role: "editor", name: "Grace" });
    expect(await isSignedIn(person.credentials)).toBe(false);
    expect(await isSignedIn({ cookie: cookieOf(accepted) })).toBe(true);
    expect((await accept(second, "once more, by the same link")).status).toBe(404);
    const from = { "x-socket-address": "203.0.113.203" };
    expect((await app.signIn(person.email, { headers: from })).status).toBe(401);
    expect((await app.signIn(person.email, { password: "a new good password", headers: from })).status).toBe(201);
  });

  it("is too old after a day, and no way around being disabled", async () => {
    const person = await app.addPerson("viewer");
    const old = await makeLink(person.id);
    await app.db.invitation.updateMany({ where: { userId: person.id }, data: { expiresAt: new Date() } });
    expect((await accept(old, "a new good password")).status).toBe(404);
    const link = await makeLink(person.id);
    await app.db.user.update({ where: { id: person.id }, data: { disabledAt: new Date() } });
    const accepted = await accept(link, "a new good password");
    expect([accepted.status, accepted.headers.getSetCookie()]).toEqual([401, []]);
  });
});

it("a role that changes counts from the next request on", async () => {
  const admin = await app.addPerson("admin");
  const person = await app.addPerson("viewer");
  const tick = () => app.as(person.credentials, "POST", "/api/tick");
  expect((await tick()).status).toBe(403);
  await app.as(admin.credentials, "PATCH", `/api/users/${person.id}`, { body: { role: "editor" } });
  expect((await tick()).status).toBe(200);
});

it("a page of another site acts for nobody, whatever cookie its browser sends", async () => {
  const { credentials } = await app.addPerson("admin");
  const foreigners: Credentials[] = [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }];
  for (const foreign of foreigners) {
    const answer = await app.as(credentials, "POST", "/api/tick", { headers: foreign });
    expect(refusal(answer)).toMatchObject({ status: 403, code: "forbidden" });
    const signIn = await app.signIn("nobody@example.org", { headers: foreign });
    expect(signIn.status).toBe(403);
  }
});

describe("streams", () => {
  async function openStream(who: Credentials): Promise<{ text: () => string; ended: Promise<void> }> {
    const { handleTrpc } = await import("@/server/handle-trpc");
    const headers = { ...who, accept: "text/event-stream" };
    const response = await handleTrpc(
      new Request("http://127.0.0.1:3000/api/trpc/live.runs?input=%7B%22json%22%3A%7B%7D%7D", { headers }),
    );
    const reader = response.body?.getReader();
    let text = "";
    const first = await reader?.read();
    text += new TextDecoder().decode(first?.value);
    const read = async () => {
      for (;;) {
        const part = await reader?.read();
        text += new TextDecoder().decode(part?.value);
        if (!part || part.done || text.includes("appCode")) return;
      }
    };
    return { text: () => text, ended: read() };
  }

  it("end with their session, and say why", async () => {
    const person = await app.addPerson("viewer");
    const stream = await openStream(person.credentials);
    expect(stream.text()).toContain("connected");
    await app.as(person.credentials, "DELETE", "/api/session");
    await stream.ended;
    expect(stream.text()).toContain('"appCode":"unauthorized"');
  });

  it("do not keep the session that they were opened with from ending", async () => {
    const person = await app.addPerson("viewer");
    const before = await app.db.session.findFirstOrThrow({ where: { userId: person.id } });
    const stream = await openStream(person.credentials);
    const soon = new Date(Date.now() + 3_600_000);
    await app.db.session.update({ where: { id: before.id }, data: { expiresAt: soon } });
    const { Door } = await import("@/server/access/door");
    const door = new Door({ headers: new Headers(person.credentials), mutates: false, source: "ui" });
    await door.admitStill("live.runs", {});
    expect((await app.db.session.findUniqueOrThrow({ where: { id: before.id } })).expiresAt).toEqual(soon);
    await app.db.session.update({ where: { id: before.id }, data: { expiresAt: new Date(0) } });
    await stream.ended;
    expect(stream.text()).toContain('"appCode":"unauthorized"');
  });
});
