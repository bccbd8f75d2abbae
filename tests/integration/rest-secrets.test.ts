import { afterAll, beforeAll, expect, it } from "vitest";
import { type ErrorBody, openConnections, refusal } from "./services/client";
import { startWebApp, type WebApp } from "./services/web-app";

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
});
afterAll(() => app.close());

interface SecretBody {
  key: string;
  created_at: string;
  updated_at: string;
  readable: boolean;
}

const set = (key: string, value: unknown) => app.call<SecretBody>("POST", "/api/secrets", { body: { key, value } });
const value = 's3cr3t&/?"\n-value';

it("creates, replaces, tells of and deletes a secret without ever telling its value", async () => {
  const created = await set("HOOK_TOKEN", value);
  expect(created.status).toBe(201);
  expect(Object.keys(created.body).sort()).toEqual(["created_at", "hosts", "key", "readable", "updated_at"]);
  expect(created.body).toMatchObject({ key: "HOOK_TOKEN", readable: true });

  const replaced = await set("HOOK_TOKEN", `${value}2`);
  expect(replaced.status).toBe(200);
  expect(replaced.body.created_at).toBe(created.body.created_at);
  expect(replaced.body.updated_at >= created.body.updated_at).toBe(true);

  const read = await app.call("GET", "/api/secrets/HOOK_TOKEN");
  expect(read).toMatchObject({ status: 200, body: replaced.body });
  const list = await app.call("GET", "/api/secrets");
  expect(list.body).toEqual({ items: [replaced.body], next_cursor: null });

  const rows = await app.db.secret.findMany();
  expect(rows).toHaveLength(1);
  for (const text of [created.text, replaced.text, read.text, list.text, JSON.stringify(rows)]) {
    expect(text).not.toContain("s3cr3t");
    expect(text).not.toContain(Buffer.from(value).toString("base64").slice(0, 12));
  }

  const deleted = await app.call("DELETE", "/api/secrets/HOOK_TOKEN");
  expect(deleted).toMatchObject({ status: 200, body: replaced.body });
  expect(refusal(await app.call("DELETE", "/api/secrets/HOOK_TOKEN"))).toEqual({ status: 404, code: "not_found" });
  expect(refusal(await app.call("GET", "/api/secrets/HOOK_TOKEN"))).toEqual({ status: 404, code: "not_found" });
});

it("says of a secret that no key reads that it is unreadable", async () => {
  await app.db.secret.create({ data: { key: "FOREIGN", ciphertext: "gAAAAABnot-of-this-key" } });
  expect((await app.call<SecretBody>("GET", "/api/secrets/FOREIGN")).body.readable).toBe(false);
  expect((await set("FOREIGN", "new")).body.readable).toBe(true);
});

it("creates one secret of twenty requests at once", async () => {
  await openConnections(app);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => set("RACED", `value ${index}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
});

it("keeps any text as value, also one with U+0000", async () => {
  for (const text of ["a\u0000b", "ünïcödé 🙂", "x".repeat(65_536)]) {
    expect((await set("ANY_TEXT", text)).body.readable).toBe(true);
  }
});

it.each([
  ["a small letter", { key: "hook", value: "x" }, ["key"]],
  ["a leading digit", { key: "1A", value: "x" }, ["key"]],
  ["65 characters", { key: "A".repeat(65), value: "x" }, ["key"]],
  ["no value", { key: "A" }, ["value"]],
  ["an empty value", { key: "A", value: "" }, ["value"]],
  ["a value that is not a text", { key: "A", value: 5 }, ["value"]],
  ["a value that is too long", { key: "A", value: "x".repeat(65_537) }, ["value"]],
  ["half a surrogate pair", { key: "A", value: "\ud800" }, ["value"]],
  ["both wrong", { key: "a", value: "" }, ["key", "value"]],
])("refuses %s", async (_, body, paths) => {
  const answer = await app.call<ErrorBody>("POST", "/api/secrets", { body });
  expect(refusal(answer)).toEqual({ status: 422, code: "validation_error" });
  expect(answer.body.error.details).toMatchObject(paths.map((path) => ({ path })));
});

it("does not find malformed keys", async () => {
  for (const key of ["hook", "A%00B", "A".repeat(65), "%20"]) {
    for (const method of ["GET", "DELETE"]) {
      expect(refusal(await app.call(method, `/api/secrets/${key}`))).toEqual({ status: 404, code: "not_found" });
    }
  }
});
