import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal } from "../services/client";
import { logGraph } from "../services/graphs";
import { type AccountsApp, type Credentials, startAccountsApp } from "./accounts-app";

let app: AccountsApp;
let admin: Credentials;
beforeAll(async () => {
  app = await startAccountsApp();
  admin = (await app.addKey("admin")).credentials;
});
afterAll(() => app.close());

const unauthorized = { status: 401, code: "unauthorized" };
const forbidden = { status: 403, code: "forbidden" };
const list = (who: Credentials, query = "") => app.as(who, "GET", `/api/workflows${query}`);

interface Made {
  key: string;
  api_key: { id: string; prefix: string };
}

describe("a key", () => {
  it("is told once, and only its hash is kept", async () => {
    const answer = await app.as<Made>(admin, "POST", "/api/keys", { body: { name: "Shop", role: "viewer" } });
    expect(answer.status).toBe(201);
    const { key, api_key: made } = answer.body;
    // 32 bytes in base64url.
    expect(key).toMatch(/^wfe_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(key.slice(4), "base64url")).toHaveLength(32);
    const row = await app.db.apiKey.findUniqueOrThrow({ where: { id: made.id } });
    expect(Buffer.from(row.hash)).toEqual(createHash("sha256").update(key).digest());
    expect(JSON.stringify(row)).not.toContain(key);
    expect((await app.as(admin, "GET", "/api/keys")).text).not.toContain(key);
    expect((await list({ authorization: `Bearer ${key}` })).status).toBe(200);
  });

  it("is not believed when it is unknown, changed, has ended or was revoked, with one answer for all", async () => {
    const { id, key, credentials } = await app.addKey("admin");
    const old = await app.addKey("admin", { days: 1 });
    expect((await list(old.credentials)).status).toBe(200);
    await app.db.apiKey.update({ where: { id: old.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await list(credentials)).status).toBe(200);
    expect((await app.as(admin, "DELETE", `/api/keys/${id}`)).status).toBe(200);
    const last = key.at(-1) === "A" ? "B" : "A";
    const wrong = [
      `Bearer ${key}`,
      `Bearer ${old.key}`,
      `Bearer wfe_${"A".repeat(43)}`,
      `Bearer ${key.slice(0, -1)}${last}`,
    ];
    const answers = await Promise.all(wrong.map((authorization) => list({ authorization })));
    for (const answer of answers) {
      expect(refusal(answer)).toMatchObject(unauthorized);
      expect(answer.text).toBe(answers[0]?.text);
    }
  });

  it("comes as a bearer token, and in no other way", async () => {
    const { key } = await app.addKey("admin");
    const others: Credentials[] = [
      { authorization: key },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` },
      { "x-api-key": key },
      { cookie: `api_key=${key}` },
    ];
    for (const who of others) expect(refusal(await list(who))).toMatchObject(unauthorized);
    expect(refusal(await list({}, `?api_key=${key}&access_token=${key}`))).toMatchObject(unauthorized);
    expect((await list({ authorization: `bearer ${key}` })).status).toBe(200);
  });

  it("counts before a session that comes with it", async () => {
    const person = await app.addPerson("admin");
    const viewer = await app.addKey("viewer");
    const both = { ...person.credentials, ...viewer.credentials };
    expect((await app.as<{ role: string }>(both, "GET", "/api/session")).body.role).toBe("viewer");
    expect(
      (await app.as({ ...person.credentials, authorization: "Bearer nonsense" }, "GET", "/api/session")).status,
    ).toBe(401);
  });

  it("tells when it was used last", async () => {
    const { id, credentials } = await app.addKey("viewer");
    expect((await app.db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt).toBeNull();
    await list(credentials);
    expect((await app.db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt).not.toBeNull();
  });

  it("has neither session nor password", async () => {
    const body = { current_password: "whatever it was", new_password: "whatever it will be" };
    expect(refusal(await app.as(admin, "PUT", "/api/session/password", { body }))).toMatchObject(forbidden);
    expect(refusal(await app.as(admin, "DELETE", "/api/sessions"))).toMatchObject(forbidden);
  });
});

describe("a key for one workflow", () => {
  let own: string;
  let foreign: string;
  let ownRun: string;
  let foreignRun: string;
  let credentials: Credentials;
  beforeAll(async () => {
    const activate = async () => {
      const body = { name: "A workflow", ...logGraph() };
      const { id } = (await app.as<{ id: string }>(admin, "POST", "/api/workflows", { body })).body;
      await app.as(admin, "POST", `/api/workflows/${id}/activate`);
      const run = await app.as<{ id: string }>(admin, "POST", `/api/workflows/${id}/trigger`, { body: {} });
      return [id, run.body.id] as const;
    };
    [own, ownRun] = await activate();
    [foreign, foreignRun] = await activate();
    credentials = (await app.addKey("editor", { workflowId: own })).credentials;
  });

  const statuses = async (urls: readonly string[]) =>
    Promise.all(urls.map(async (url) => (await app.as(credentials, "GET", url)).status));

  it("sees and starts that one", async () => {
    const step = await app.db.stepExecution.findFirstOrThrow({ where: { runId: ownRun } });
    const urls = [
      `/api/workflows/${own}`,
      `/api/workflows/${own.toUpperCase()}`,
      `/api/workflows/${own}/export`,
      `/api/runs?workflow_id=${own}`,
      `/api/runs/${ownRun}`,
      `/api/steps/${step.id}`,
      `/api/dead-letters?workflow_id=${own}`,
      "/api/openapi.json",
      "/api/session",
    ];
    expect(await statuses(urls)).toEqual(urls.map(() => 200));
    expect((await app.as(credentials, "POST", `/api/workflows/${own}/trigger`, { body: {} })).status).toBe(202);
  });

  it("is refused on another, on its runs and steps, and on lists that would show more", async () => {
    const step = await app.db.stepExecution.findFirstOrThrow({ where: { runId: foreignRun } });
    const urls = [
      `/api/workflows/${foreign}`,
      `/api/workflows/${foreign}/export`,
      "/api/workflows",
      `/api/workflows?workflow_id=${own}`,
      "/api/runs",
      `/api/runs?workflow_id=${foreign}`,
      `/api/runs/${foreignRun}`,
      `/api/runs/${foreignRun}?workflow_id=${own}`,
      `/api/steps/${step.id}`,
      "/api/dead-letters",
      `/api/dead-letters?workflow_id=${foreign}`,
      "/api/secrets",
    ];
    expect(await statuses(urls)).toEqual(urls.map(() => 403));
    for (const [url, body] of [
      [`/api/workflows/${foreign}/trigger`, {}],
      [`/api/runs/${foreignRun}/cancel`, {}],
      ["/api/runs/cancel", { ids: [foreignRun] }],
      ["/api/workflows", { id: foreign, name: "Mine now", ...logGraph() }],
      ["/api/tick", {}],
    ] as const)
      expect(refusal(await app.as(credentials, "POST", url, { body }))).toMatchObject(forbidden);
  });

  it("is refused a list that names its workflow and another, and learns nothing of what is there", async () => {
    const twice = `/api/runs?workflow_id=${own}&workflow_id=${foreign}`;
    expect((await app.as(credentials, "GET", twice)).status).toBe(422);
    const missing = await app.as(credentials, "GET", "/api/runs/01980000-0000-7000-8000-00000000ffff");
    const there = await app.as(credentials, "GET", `/api/runs/${foreignRun}`);
    expect([missing.status, missing.text]).toEqual([there.status, there.text]);
  });

  it("is refused over tRPC alike", async () => {
    const ask = async (path: string, input: object) =>
      (
        await app.as(
          credentials,
          "GET",
          `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`,
        )
      ).status;
    expect(await ask("runs.list", { workflow_id: own })).toBe(200);
    expect(await ask("runs.get", { id: ownRun })).toBe(200);
    expect(await ask("runs.list", {})).toBe(403);
    expect(await ask("runs.list", { workflow_id: foreign })).toBe(403);
    expect(await ask("runs.get", { id: foreignRun })).toBe(403);
    expect(await ask("search.find", { text: "A" })).toBe(403);
    expect(await ask("dashboard.queue", {})).toBe(403);
  });
});
