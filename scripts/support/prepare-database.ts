import pg from "pg";
import { exampleSecret, exampleWorkflows } from "../../prisma/seed/workflows";
import { runChild } from "./children";
import { Failure } from "./failure";
import { isMigrated } from "./migration-files";
import { withProgress } from "./progress";
import type { CommandDatabase } from "./settings";

/** Brings the database to this checkout's migrations. */
export async function migrateDatabase({ directUrl }: CommandDatabase, signal: AbortSignal): Promise<void> {
  if (await isMigrated(directUrl)) return;
  const args = ["--import", "tsx", "scripts/support/apply-migrations.ts"];
  const env = { ...process.env, DATABASE_URL: directUrl };
  const code = await withProgress("Migrating the database", runChild({ name: "migrations", args, env }, signal));
  if (code !== 0) throw new Failure("The database could not be migrated; nothing was started.");
}

/** Puts the examples in place. Does nothing to a database that has them. */
export async function seedDatabase({ env, directUrl }: CommandDatabase, signal: AbortSignal): Promise<void> {
  if (await isSeeded(directUrl)) return;
  const args = ["--import", "tsx", "prisma/seed.ts"];
  const code = await withProgress("Seeding the database", runChild({ name: "seed", args, env }, signal));
  if (code !== 0) throw new Failure(`The seed data could not be written (exit code ${code}).`);
}

/**
 * Whether all that the seed looks for is there: then there is no need to load what it is made with. Whatever is wrong with
 * the database is for the seed to say.
 */
async function isSeeded(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  try {
    await client.connect();
    const secrets = await client.query("select from secret where key = $1", [exampleSecret.key]);
    const ids = exampleWorkflows.map(({ id }) => id);
    const { rows } = await client.query("select id, status from workflow where id = any ($1::uuid[])", [ids]);
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    const isDone = exampleWorkflows.every(
      ({ id, active }) => statuses.has(id) && !(active && statuses.get(id) === "draft"),
    );
    return secrets.rowCount === 1 && isDone;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
