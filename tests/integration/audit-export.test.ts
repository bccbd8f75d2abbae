import { afterAll, beforeAll, expect, it } from "vitest";
import { startWebApp, type WebApp } from "./services/web-app";

/** More than two pages of an export. */
const count = 1_203;

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp();
  await app.db.auditEntry.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      actor: index % 2 === 0 ? "user:ada@example.org" : "user:eve@example.org",
      action: "workflow.archive",
      objectType: "workflow",
      objectId: `workflow-${index}`,
      address: null,
      data: { name: 'One, "two"\nthree' },
    })),
  });
});
afterAll(() => app.close());

interface Exported {
  actor: string;
  action: string;
  object_id: string;
}

it("exports every entry once, newest first, and records that it did", async () => {
  const { status, headers, body } = await app.call<Exported[]>("GET", "/api/audit/export?format=json");
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toBe('attachment; filename="audit-log.json"');
  const archived = body.filter(({ action }) => action === "workflow.archive").map(({ object_id: id }) => id);
  expect(archived).toEqual(Array.from({ length: count }, (_, index) => `workflow-${count - 1 - index}`));
  const { body: page } = await app.call<{ items: object[] }>("GET", "/api/audit?action=audit.export");
  expect(page.items).toMatchObject([{ actor: "local", data: { format: "json" } }]);
});

it("exports what the filters choose, and an empty list where they choose nothing", async () => {
  const url = "/api/audit/export?format=json&actor=user:eve@example.org&action=workflow.archive";
  const { body } = await app.call<Exported[]>("GET", url);
  expect(body).toHaveLength((count - 1) / 2);
  expect(new Set(body.map(({ actor }) => actor))).toEqual(new Set(["user:eve@example.org"]));
  const none = await app.call<Exported[]>("GET", "/api/audit/export?format=json&actor=nobody");
  expect(none.body).toEqual([]);
});

it("exports a table with one head, whose cells are no formulas", async () => {
  await app.db.auditEntry.create({
    data: {
      actor: "user:ada@example.org",
      action: "secret.set",
      objectId: '=HYPERLINK("http://evil.example")',
      data: {},
    },
  });
  const { headers, text } = await app.call("GET", "/api/audit/export?format=csv");
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(text.match(/^id,at,actor,action,object_type,object_id,address,data$/gm)).toHaveLength(1);
  expect(text).toContain(`,secret.set,,"'=HYPERLINK(""http://evil.example"")",`);
  expect(text).toContain(`"{""name"":""One, \\""two\\""\\nthree""}"`);
  expect(
    text
      .trimEnd()
      .split("\n")
      .filter((line) => line.includes("workflow.archive")),
  ).toHaveLength(count);
});

it("refuses a format that it does not know, and none", async () => {
  expect((await app.call("GET", "/api/audit/export?format=xlsx")).status).toBe(422);
  expect((await app.call("GET", "/api/audit/export")).status).toBe(422);
});
