import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { bundlePrograms } from "../../scripts/support/bundle-programs";
import { openEmbeddedDatabase, stopUnusedDatabase } from "../../scripts/support/embedded-database";
import { fromRoot } from "../../scripts/support/paths";

declare module "vitest" {
  export interface ProvidedContext {
    /** the test server's maintenance database, where databases are made and dropped */
    adminUrl: string;
    /** `worker/index.ts` and `tests/race/contender.ts` as files that start quickly */
    programs: { worker: string; contender: string };
  }
}

const prefix = "workflow-engine-test-";

/** A PostgreSQL server for this test run, with one migrated database as the template of all others. */
export default async function setup(project: TestProject) {
  await sweepOldRuns();
  const directory = mkdtempSync(path.join(tmpdir(), prefix));
  const bundling = bundlePrograms({ worker: "worker/index.ts", contender: "tests/race/contender.ts" });
  const server = await openEmbeddedDatabase(directory, { throwAway: true });
  const adminUrl = withDatabase(server.url, "postgres");
  await query(adminUrl, "create database template_app template template0");
  await migrate(withDatabase(server.url, "template_app"));
  await query(adminUrl, "alter database template_app is_template true allow_connections false");
  project.provide("adminUrl", adminUrl);
  const programs = await bundling;
  project.provide("programs", programs.files);
  return async () => {
    programs.remove();
    await server.release();
    rmSync(directory, { recursive: true, force: true });
  };
}

/** What test runs that were killed left behind. A server that is still in use is left alone. */
async function sweepOldRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const directory = path.join(tmpdir(), name);
    // A younger one may be a run that is just starting and holds nothing yet.
    if (Date.now() - statSync(directory).mtimeMs < 60_000) continue;
    if (await stopUnusedDatabase(directory).catch(() => false)) rmSync(directory, { recursive: true, force: true });
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** In a process of its own: the schema engine leaves timers behind. */
function migrate(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", fromRoot("scripts/support/apply-migrations.ts")], {
      cwd: fromRoot(),
      env: { ...process.env, DATABASE_URL: url },
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error("The test database could not be migrated.")),
    );
  });
}
