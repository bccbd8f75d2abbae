import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openEmbeddedDatabase } from "../../scripts/support/embedded-database";
import { fromRoot } from "../../scripts/support/paths";
import { findPostgres } from "../../scripts/support/postgres-binaries";

export interface ThrowAwayServer {
  /** a migrated, empty database */
  url: string;
  /** one more migrated database that nothing was done to yet */
  freshDatabase(): Promise<string>;
  /** A crash, without a restart. */
  crash(): Promise<void>;
  /** Restarts it on the same port: `fast` ends all connections, `immediate` is a crash that it recovers from. */
  restart(mode: "fast" | "immediate"): Promise<void>;
  close(): Promise<void>;
}

/** A PostgreSQL server of a test's own, because it will not survive the test, or not without harm. */
export async function startThrowAwayServer({ durable }: { durable: boolean }): Promise<ThrowAwayServer> {
  const directory = mkdtempSync(path.join(tmpdir(), "workflow-engine-server-"));
  const server = await openEmbeddedDatabase(directory, { throwAway: !durable });
  await migrate(server.url);
  const files = path.join(directory, "postgres");
  const control = async (...args: string[]): Promise<void> => {
    const { pgCtl } = await findPostgres(files, () => undefined);
    await pgCtl(["-D", path.join(files, "cluster"), "-w", "-t", "60", ...args]);
  };
  let databases = 0;
  return {
    url: server.url,
    async freshDatabase() {
      const name = `fresh_${++databases}`;
      await administer(server.url, `create database ${name} template workflow_engine strategy file_copy`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    crash: () => control("-m", "immediate", "stop"),
    restart: (mode) => control("-m", mode, "restart"),
    async close() {
      await server.release();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function administer(url: string, sql: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = "/postgres";
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function migrate(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = fromRoot("scripts/support/apply-migrations.ts");
    const child = spawn(process.execPath, ["--import", "tsx", script], {
      cwd: fromRoot(),
      env: { ...process.env, DATABASE_URL: url },
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error("The database could not be migrated."))));
  });
}
