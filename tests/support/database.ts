import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createDatabase, type DatabaseOptions } from "@/db/client";
import type { Database } from "@/db/types";
import { brokenInvariants } from "./invariants";

export interface TestDatabase {
  url: string;
  db: Database;
  /**
   * Disconnects `db` and drops the database, whoever else is still connected to it.
   *
   * @throws Error when the tests left rows behind that break an invariant: the product did, unless they planted it
   */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions extends DatabaseOptions {
  /** where tests damage rows themselves: the rules that do not hold in the end (all, if it names none), and why */
  unsound?: { rules?: readonly string[]; because: string };
}

/**
 * A database of its own, empty and migrated, for one test file or one test: tens of milliseconds. A test that crashes
 * before `drop` leaves it on a server that goes with the test run.
 */
export async function createTestDatabase({ unsound, ...options }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const adminUrl = inject("adminUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(adminUrl, `create database ${name} template template_app strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const db = createDatabase(url.href, { max: 8, ...options });
  return {
    url: url.href,
    db,
    async drop() {
      const broken = unsound && !unsound.rules ? [] : await brokenInvariants(db, unsound?.rules);
      await db.$disconnect();
      await administer(adminUrl, `drop database if exists ${name} with (force)`);
      if (broken.length > 0) throw new Error(`The tests left an unsound database:\n${broken.join("\n")}`);
    },
  };
}

async function administer(adminUrl: string, sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(sql);
  } finally {
    await admin.end();
  }
}
