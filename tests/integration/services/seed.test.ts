import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readWorkflowDocument } from "@/db/workflow-document";
import { generateKey } from "@/vault/keyring";
import { exampleWorkflows } from "../../../prisma/seed/workflows";
import { createTestDatabase, type TestDatabase } from "../../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const key = generateKey();

/** `pnpm db:seed`, and what it runs when it has looked whether there is anything to do. */
type Program = "scripts/seed.ts" | "prisma/seed.ts";

async function seed(program: Program): Promise<void> {
  const env = { ...process.env, DATABASE_URL: database.url, DIRECT_DATABASE_URL: database.url, FERNET_KEY: key };
  await promisify(execFile)(process.execPath, ["--import", "tsx", program], { env });
}

/** Everything that a seed could change. */
async function contents() {
  const { db } = database;
  const documents = await Promise.all(exampleWorkflows.map(({ id }) => readWorkflowDocument(db, id)));
  return { documents, secrets: await db.secret.findMany(), versions: await db.workflowVersion.count() };
}

it("makes the examples, and changes nothing the second time", async () => {
  await seed("scripts/seed.ts");
  const first = await contents();
  expect(first.documents.map((document) => [document?.name, document?.status, document?.versionNumber])).toEqual([
    ["Order notification", "active", 1],
    ["Every node type", "draft", 1],
    ["Always fails", "active", 1],
  ]);
  expect(first.secrets).toMatchObject([{ key: "HOOK_TOKEN" }]);
  for (const program of ["scripts/seed.ts", "prisma/seed.ts"] as const) {
    await seed(program);
    expect(await contents()).toEqual(first);
  }
});

it("leaves alone what became of the examples, and finishes what was cut short", async () => {
  const { db } = database;
  const [order = "", draft = "", failing = ""] = exampleWorkflows.map(({ id }) => id);
  await db.workflow.update({ where: { id: order }, data: { status: "archived" } });
  await db.workflow.update({ where: { id: draft }, data: { name: "Mine now" } });
  const before = await contents();
  await seed("prisma/seed.ts");
  expect(await contents()).toEqual(before);

  // As if the first seed had ended between creating and activating.
  await db.$executeRaw`ALTER TABLE workflow_version DISABLE TRIGGER USER`;
  await db.workflowVersion.updateMany({ where: { workflowId: failing }, data: { publishedAt: null } });
  await db.$executeRaw`ALTER TABLE workflow_version ENABLE TRIGGER USER`;
  await db.workflow.update({ where: { id: failing }, data: { status: "draft" } });
  await seed("scripts/seed.ts");
  expect((await readWorkflowDocument(db, failing))?.status).toBe("active");
});
