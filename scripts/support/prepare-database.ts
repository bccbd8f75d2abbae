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
export async function seedDatabase({ env }: CommandDatabase, signal: AbortSignal): Promise<void> {
  const args = ["--import", "tsx", "prisma/seed.ts"];
  const code = await withProgress("Seeding the database", runChild({ name: "seed", args, env }, signal));
  if (code !== 0) throw new Failure(`The seed data could not be written (exit code ${code}).`);
}
