import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { Failure } from "./failure";
import { fromRoot } from "./paths";

export const migrationsDirectory = fromRoot("prisma/migrations");

/** The migrations folder in the form that the schema engine takes. */
export function readMigrations() {
  const lockfile = path.join(migrationsDirectory, "migration_lock.toml");
  return {
    baseDir: migrationsDirectory,
    lockfile: { path: "migration_lock.toml", content: existsSync(lockfile) ? readFileSync(lockfile, "utf8") : null },
    shadowDbInitScript: "",
    migrationDirectories: migrationNames().map((name) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: readMigration(name) } },
    })),
  };
}

/**
 * Whether the database has applied exactly these migrations, as they are now: then there is no need to load the schema
 * engine. False also when it has more or others; what that means is for the engine to say.
 */
export async function isMigrated(url: string): Promise<boolean> {
  const applied = await readApplied(url);
  const wanted = migrationNames().map((name) => ({
    name,
    checksum: createHash("sha256").update(readMigration(name)).digest("hex"),
    finished: true,
  }));
  return JSON.stringify(applied) === JSON.stringify(wanted);
}

function migrationNames(): string[] {
  return readdirSync(migrationsDirectory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

const readMigration = (name: string): string =>
  readFileSync(path.join(migrationsDirectory, name, "migration.sql"), "utf8");

async function readApplied(url: string): Promise<{ name: string; checksum: string; finished: boolean }[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new Failure(`The database does not answer: ${explain(error)}`);
  }
  try {
    const exists = await client.query("select to_regclass('_prisma_migrations') is not null as yes");
    if (!exists.rows[0].yes) return [];
    const { rows } = await client.query(
      `select migration_name as name, checksum, finished_at is not null as finished
         from _prisma_migrations where rolled_back_at is null order by migration_name collate "C"`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** pg's messages name host and port, or user and database, and never the password; some come as a bundle. */
function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  if (code === "3D000") return `${message}. Create it first (createdb), then start again.`;
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined)?.message : message;
  return `${first || code || "unknown error"}. Check DATABASE_URL.`;
}
