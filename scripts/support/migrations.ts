import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { Failure } from "./failure";
import { fromRoot } from "./paths";
import { filters, readSchema, schemaFile, withSchemaEngine } from "./schema-engine";

const directory = fromRoot("prisma/migrations");

/** Applies what the database lacks and returns the names. Refuses a history that contradicts the folder. */
export function applyMigrations(url: string): Promise<string[]> {
  return withSchemaEngine(url, async (engine) => {
    const migrationsList = readMigrations();
    const diagnosis = await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters });
    if (diagnosis.failedMigrationNames.length > 0) {
      throw new Failure(
        `A migration failed half-way in this database: ${diagnosis.failedMigrationNames.join(", ")}.\n` +
          "Mend the database, delete that row from _prisma_migrations, then migrate again.",
      );
    }
    if (diagnosis.editedMigrationNames.length > 0) {
      throw new Failure(
        `Migrations were changed after this database applied them: ${diagnosis.editedMigrationNames.join(", ")}.\n` +
          "An applied migration is never edited: put it back as it was, and make the change in a new one (pnpm db:migrate --create NAME).",
      );
    }
    if (diagnosis.history?.diagnostic === "historiesDiverge") {
      throw new Failure(
        "This database and this checkout have each migrations that the other lacks.\n" +
          `Only in the database: ${diagnosis.history.unpersistedMigrationNames.join(", ")}.\n` +
          `Only here: ${diagnosis.history.unappliedMigrationNames.join(", ")}.`,
      );
    }
    return (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames;
  });
}

/**
 * Writes a new migration: what leads from the state after all present migrations to schema.prisma. `serverUrl` is a
 * server where a scratch database may be made. Returns the file, or undefined if there is nothing to change.
 */
export async function createMigration(serverUrl: string, name: string): Promise<string | undefined> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Failure(`"${name}" does not name a migration: use small letters, digits and underscores (add_run_priority).`);
  }
  const script = await withScratchDatabase(serverUrl, async (url) => {
    await applyMigrations(url);
    return diffToSchema(url);
  });
  if (script === "") return undefined;
  const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = path.join(directory, `${timestamp}_${name}`, "migration.sql");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, script);
  return file;
}

/** The statements that schema.prisma has and the database lacks. It knows no triggers, checks or partial indexes. */
export function diffToSchema(url: string): Promise<string> {
  return withSchemaEngine(url, async (engine) => {
    const files = [{ path: schemaFile, content: readSchema() }];
    const diff = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: "." },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters,
    });
    const script = (diff.stdout ?? "").trim();
    return script === "" || script === "-- This is an empty migration." ? "" : `${script}\n`;
  });
}

async function withScratchDatabase<T>(serverUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `scratch_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await use(url.href);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}

function readMigrations() {
  const lockfile = path.join(directory, "migration_lock.toml");
  const names = existsSync(directory)
    ? readdirSync(directory, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort()
    : [];
  return {
    baseDir: directory,
    lockfile: { path: "migration_lock.toml", content: existsSync(lockfile) ? readFileSync(lockfile, "utf8") : null },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: readFileSync(path.join(directory, name, "migration.sql"), "utf8") },
      },
    })),
  };
}
