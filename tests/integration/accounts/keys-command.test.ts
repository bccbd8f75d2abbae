import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logGraph } from "../services/graphs";
import { type AccountsApp, startAccountsApp } from "./accounts-app";

let app: AccountsApp;
beforeAll(async () => {
  app = await startAccountsApp();
});
afterAll(() => app.close());

function keysCreate(...args: string[]): Promise<{ code: number; out: string; told: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--import", "tsx", "scripts/keys-create.ts", ...args], (error, out, told) =>
      resolve({ code: error ? Number(error.code) : 0, out, told }),
    );
  });
}

it("pnpm keys:create prints a key that works, and nothing else beside it", async () => {
  const admin = (await app.addKey("admin")).credentials;
  const body = { name: "Orders", ...logGraph() };
  const { id } = (await app.as<{ id: string }>(admin, "POST", "/api/workflows", { body })).body;
  const made = await keysCreate("--name", "Shop", "--role", "editor", "--workflow", id, "--expires-in-days", "7");
  expect(made.out).toMatch(/^wfe_[A-Za-z0-9_-]{43}\n$/);
  expect(made.told).toContain(`the workflow ${id}, role editor, until 2`);
  const entry = (await app.audit()).at(-1);
  expect(entry).toMatchObject({ action: "api_key.create", data: { name: "Shop", role: "editor", workflow_id: id } });
  expect(entry?.actor).toMatch(/^command:./);
  const who = { authorization: `Bearer ${made.out.trim()}` };
  expect((await app.as(who, "GET", `/api/workflows/${id}`)).status).toBe(200);
  expect((await app.as(who, "GET", "/api/workflows")).status).toBe(403);
});

it("pnpm keys:create says what it could not do", async () => {
  const unknown = "01980000-0000-7000-8000-00000000ffff";
  const failed = await keysCreate("--name", "A", "--workflow", unknown);
  expect(failed).toEqual({ code: 1, out: "", told: `There is no workflow with the id "${unknown}".\n` });
});
