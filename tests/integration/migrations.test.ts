import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { type BundledPrograms, bundlePrograms } from "../../scripts/support/bundle-programs";
import { type CheckoutCopy, copyCheckout } from "../support/checkout-copy";

vi.setConfig({ testTimeout: 120_000 });

/** `pnpm db:migrate` in a copy of the checkout, whose migrations may be tampered with, on an empty database. */
let copy: CheckoutCopy;
let url = "";
const inCopy = (...parts: string[]) => path.join(copy.directory, "prisma", ...parts);
const migrationFiles = () => readdirSync(inCopy("migrations")).filter((name) => /^\d/.test(name));
const migrate = (...args: string[]) => copy.run("migrate", args, { DATABASE_URL: url, DIRECT_DATABASE_URL: "" });

let programs: BundledPrograms<"migrate">;
beforeAll(async () => {
  programs = await bundlePrograms({ migrate: "scripts/migrate.ts" });
});
afterAll(() => programs.remove());
beforeEach(async () => {
  copy = copyCheckout({ bundles: programs.files });
  const name = `empty_${randomUUID().replaceAll("-", "")}`;
  await query(inject("adminUrl"), `create database ${name} template template0`);
  const changed = new URL(inject("adminUrl"));
  changed.pathname = `/${name}`;
  url = changed.href;
});
afterEach(() => copy.remove());

async function query(target: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function addMigration(name: string, sql: string): void {
  mkdirSync(inCopy("migrations", name));
  writeFileSync(inCopy("migrations", name, "migration.sql"), sql);
}

describe("pnpm db:migrate", () => {
  it("brings an empty database to the schema, once", async () => {
    const first = await migrate();
    expect(first).toMatchObject({ code: 0 });
    expect(first.output.match(/Applied migration/g)).toHaveLength(migrationFiles().length);
    expect(await migrate()).toEqual({ code: 0, output: "The database is up to date.\n" });
    expect(await query(url, "select count(*)::int as runs from run")).toEqual([{ runs: 0 }]);
  });

  it("has migrations that add up to schema.prisma", async () => {
    const { code, output } = await migrate("--create", "drift");
    expect(output).toBe("Nothing to write: the migrations are what schema.prisma says.\n");
    expect(code).toBe(0);
  });

  it("writes what the schema has gained, and only that", async () => {
    appendFileSync(inCopy("schema.prisma"), '\nmodel Note {\n  id Int @id\n  text String\n  @@map("note")\n}\n');
    const before = migrationFiles();
    expect(await migrate("--create", "add_note")).toMatchObject({ code: 0 });
    const added = migrationFiles().filter((name) => !before.includes(name));
    expect(added).toEqual([expect.stringMatching(/^\d{14}_add_note$/)]);
    await migrate();
    await query(url, "insert into note values (1, 'x')");
    expect((await migrate("--create", "again")).output).toContain("Nothing to write");
  });

  it("refuses a name that is none", async () => {
    expect(await migrate("--create", "Add Note!")).toMatchObject({
      code: 1,
      output: expect.stringContaining("small letters"),
    });
    expect(await migrate("--force")).toMatchObject({ code: 1, output: expect.stringContaining("--create NAME") });
  });

  it("refuses a migration that was edited after it was applied", async () => {
    await migrate();
    const [first = ""] = migrationFiles();
    appendFileSync(inCopy("migrations", first, "migration.sql"), "\n-- edited\n");
    const { code, output } = await migrate();
    expect(code).toBe(1);
    expect(output).toContain(`after this database applied them: ${first}`);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it("leaves nothing of a migration that fails, and says which", async () => {
    await migrate();
    addMigration("29991231000000_bad", "create table half (id int);\ninsert into half values (1);\nselect 1/0;\n");
    const { code, output } = await migrate();
    expect(code).toBe(1);
    expect(output).toContain("Migration 29991231000000_bad: ");
    expect(output).toContain("division by zero");
    expect(output).not.toMatch(/\n\s+(at|\d+:) /);
    expect(await query(url, "select to_regclass('half') as half")).toEqual([{ half: null }]);
    expect((await migrate()).output).toContain("--rolled-back NAME");
    rmSync(inCopy("migrations/29991231000000_bad"), { recursive: true });
    addMigration("29991231000000_bad", "create table half (id int);\n");
    expect(await migrate("--rolled-back", "29991231000000_bad")).toEqual({
      code: 0,
      output: "Applied migration 29991231000000_bad\n",
    });
  });

  it("keeps functions and strings whole", async () => {
    addMigration(
      "29991231000000_function",
      "create function f() returns text language plpgsql as $$ begin return 'a;b'; end $$;\ncreate table r as select f() as v;\n",
    );
    expect(await migrate()).toMatchObject({ code: 0 });
    expect(await query(url, "select v from r")).toEqual([{ v: "a;b" }]);
  });

  it("may be run by several at a time", async () => {
    const results = await Promise.all([migrate(), migrate(), migrate()]);
    expect(results.map(({ code, output }) => ({ code, output: code === 0 ? "" : output }))).toEqual(
      results.map(() => ({ code: 0, output: "" })),
    );
    const [applied] = await query(
      url,
      "select count(*)::int as n, count(distinct migration_name)::int as names from _prisma_migrations",
    );
    expect(applied).toEqual({ n: migrationFiles().length, names: migrationFiles().length });
  });
});
