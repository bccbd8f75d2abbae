import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { bundlePrograms } from "../scripts/support/bundle-programs";
import { runChild } from "../scripts/support/children";
import { type EmbeddedDatabase, openEmbeddedDatabase, stopUnusedDatabase } from "../scripts/support/embedded-database";
import { fromRoot } from "../scripts/support/paths";

export interface BenchDatabase {
  url: string;
  client: pg.Client;
  drop(): Promise<void>;
}

/** A PostgreSQL of the benchmark's own, durable as in production, with one migrated template for all measurements. */
export interface BenchServer {
  settings: Record<string, string>;
  postmasterPid: number;
  /** the product's worker as one file, as the image has it */
  workerProgram: string;
  /** a migrated database that nothing was done to yet, behind a checkpoint */
  freshDatabase(): Promise<BenchDatabase>;
  /** with nothing in it, behind a checkpoint: for a peer, which makes its own tables */
  emptyDatabase(): Promise<BenchDatabase>;
  close(): Promise<void>;
}

const toldSettings = ["server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers"];

/** On the disk of the checkout, not in /tmp: that may be memory, where a commit costs nothing. */
export async function startBenchServer(signal: AbortSignal): Promise<BenchServer> {
  mkdirSync(fromRoot(".data"), { recursive: true });
  await sweepOldRuns();
  const directory = mkdtempSync(fromRoot(".data/bench-"));
  const server = await openServer(directory);
  const programs = await bundlePrograms({ worker: "worker/index.ts" });
  const close = async (): Promise<void> => {
    await server.release();
    programs.remove();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const adminUrl = withDatabase(server.url, "postgres");
    const admin = await connect(adminUrl);
    const settings = await readSettings(admin);
    await admin.query("create database bench_template");
    await migrate(withDatabase(server.url, "bench_template"), signal);
    let count = 0;
    const createFrom = async (template: string): Promise<BenchDatabase> => {
      const name = `bench_${++count}`;
      await admin.query(`create database ${name} template ${template} strategy file_copy`);
      await admin.query("checkpoint");
      const url = withDatabase(server.url, name);
      const client = await connect(url);
      return {
        url,
        client,
        async drop() {
          await client.end();
          await admin.query(`drop database ${name} with (force)`);
        },
      };
    };
    return {
      settings,
      workerProgram: programs.files.worker,
      postmasterPid: Number(
        readFileSync(path.join(directory, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0],
      ),
      freshDatabase: () => createFrom("bench_template"),
      emptyDatabase: () => createFrom("template1"),
      async close() {
        await admin.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** As many as a workload writes between two checkpoints. */
const walFiles = 32;

/**
 * PostgreSQL as it is embedded, but that it keeps the time of each commit, and that it has been running for a while: the files
 * of its log are there and are used again. A new one is filled with zeros first, for some 50 ms in which nobody commits.
 */
async function openServer(directory: string): Promise<EmbeddedDatabase> {
  const first = await openEmbeddedDatabase(directory);
  const admin = await connect(withDatabase(first.url, "postgres"));
  await admin.query("alter system set track_commit_timestamp = on");
  await admin.query(`alter system set min_wal_size = '${walFiles * 16} MB'`);
  await admin.query("select pg_reload_conf()");
  for (let file = 0; file < walFiles; file++) {
    await admin.query("select pg_logical_emit_message(false, '', repeat(' ', 16 * 1024 * 1024))");
  }
  await admin.query("checkpoint");
  await admin.end();
  await first.release();
  return openEmbeddedDatabase(directory);
}

/** What runs that were killed left behind. One that is just starting holds its server not yet, and is left alone. */
async function sweepOldRuns(): Promise<void> {
  for (const name of readdirSync(fromRoot(".data")).filter((entry) => entry.startsWith("bench-"))) {
    const directory = fromRoot(".data", name);
    if (Date.now() - statSync(directory).mtimeMs < 60_000) continue;
    if (await stopUnusedDatabase(directory).catch(() => false)) rmSync(directory, { recursive: true, force: true });
  }
}

/** Figures of a server that may lose commits mean nothing. */
async function readSettings(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, current_setting(name) as setting from pg_settings where name = any($1)",
    [toldSettings],
  );
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  if (settings.fsync !== "on" || settings.synchronous_commit !== "on") {
    throw new Error("The benchmark's PostgreSQL is not durable: fsync and synchronous_commit must be on.");
  }
  return settings;
}

async function migrate(url: string, signal: AbortSignal): Promise<void> {
  const args = ["--import", "tsx", "scripts/support/apply-migrations.ts"];
  const env = { ...process.env, DATABASE_URL: url };
  const code = await runChild({ name: "migrations", args, env, onLine: () => undefined }, signal);
  if (code !== 0) throw new Error("The benchmark's database could not be migrated.");
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // A server that is stopped under an idle connection says so here; whoever uses it next hears it too.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
