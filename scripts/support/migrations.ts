import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { Failure } from "./failure";
import { migrationsDirectory, readMigrations } from "./migration-files";
import { filters, type SchemaEngine, withSchemaEngine } from "./schema-engine";
import { readSchema, schemaFile } from "./schema-file";

/**
 * Applies what the database lacks and returns the names. Refuses a history that contradicts the folder. Several may be
 * asked at a time: each looks only when the one before has ended, since a migration that is being applied looks in
 * `_prisma_migrations` like one that failed.
 */
export function applyMigrations(url: string): Promise<string[]> {
  return withMigrationLock(url, () => applyWhatIsLacking(url));
}

function applyWhatIsLacking(url: string): Promise<string[]> {
  return withSchemaEngine(url, async (engine) => {
    const migrationsList = readMigrations();
    const diagnosis = await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters });
    if (diagnosis.failedMigrationNames.length > 0) {
      throw new Failure(
        `A migration failed in this database: ${diagnosis.failedMigrationNames.join(", ")}.\n` +
          "It was rolled back as a whole. Once it is mended, say so: pnpm db:migrate --rolled-back NAME",
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

/** Any number that nobody else locks: "wfemigra" in ASCII. The engine's own lock is another. */
const migrationLock = "8603675658732139105";

/** The lock belongs to a connection, so a process that dies leaves it to the next. */
async function withMigrationLock<T>(url: string, use: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // Whoever loses the lock in the middle goes on: the engine's own lock still keeps two from writing at a time.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1::bigint)", [migrationLock]);
    return await use();
  } finally {
    await client.end();
  }
}

/** Forgets that a migration failed, so that it is applied again. */
export function markRolledBack(url: string, migrationName: string): Promise<void> {
  return withSchemaEngine(url, async (engine) => {
    await engine.markMigrationRolledBack({ migrationName });
  });
}

/**
 * Writes a new migration: what leads from the state after all present migrations to schema.prisma. `serverUrl` is a
 * server where scratch databases may be made. Returns the file, or undefined if there is nothing to change.
 */
export async function createMigration(serverUrl: string, name: string): Promise<string | undefined> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Failure(
      `"${name}" does not name a migration: use small letters, digits and underscores (add_run_priority).`,
    );
  }
  const script = await compareMigrationsWithSchema(serverUrl);
  if (script === "") return undefined;
  const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = path.join(migrationsDirectory, `${timestamp}_${name}`, "migration.sql");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, script);
  return file;
}

/**
 * The statements that the migrations lack to be what schema.prisma says; empty if they agree. Both sides are built as
 * real databases, since the engine would take every default expression and every `json` column for a difference
 * between the schema's spelling and PostgreSQL's. It sees no triggers, checks, partial indexes and storage parameters.
 */
export async function compareMigrationsWithSchema(serverUrl: string): Promise<string> {
  const wanted = await withScratchDatabase(serverUrl, (url) =>
    withSchemaEngine(url, async (engine) => {
      const schema = { files: [{ path: schemaFile, content: readSchema() }] };
      await runScript(url, await diff(engine, { tag: "empty" }, { tag: "schemaDatamodel", ...schema }));
      const found = await engine.introspect({
        schema,
        baseDirectoryPath: ".",
        force: true,
        compositeTypeDepth: -1,
        namespaces: null,
      });
      return found.schema;
    }),
  );
  return withScratchDatabase(serverUrl, async (url) => {
    await applyMigrations(url);
    return withSchemaEngine(url, (engine) =>
      diff(
        engine,
        { tag: "schemaDatasource", files: wanted.files, configDir: "." },
        { tag: "schemaDatamodel", files: wanted.files },
      ),
    );
  });
}

type DiffTarget = Parameters<SchemaEngine["diff"]>[0]["from"];

async function diff(engine: SchemaEngine, from: DiffTarget, to: DiffTarget): Promise<string> {
  const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters });
  const script = (stdout ?? "").trim();
  return script === "" || script === "-- This is an empty migration." ? "" : `${script}\n`;
}

async function runScript(url: string, script: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}

async function withScratchDatabase<T>(serverUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `scratch_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`create database ${name} template template0`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await use(url.href);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}
