import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { Failure } from "../../../scripts/support/failure";
import { freePort } from "../../../scripts/support/ports";
import { until } from "../../support/until";

const usualPlaces = [
  "/usr/sbin/pgbouncer",
  "/usr/bin/pgbouncer",
  "/usr/local/bin/pgbouncer",
  "/opt/homebrew/bin/pgbouncer",
];

export interface PgBouncer {
  /** the database through the pooler */
  url: string;
  close(): Promise<void>;
}

/** PgBouncer in transaction mode before one database, with fewer connections than its clients have. */
export async function startPgBouncer(databaseUrl: string, poolSize: number): Promise<PgBouncer> {
  const program = usualPlaces.find((file) => existsSync(file));
  if (!program) throw new Failure("This case needs PgBouncer (Debian: apt-get install pgbouncer).");
  const directory = mkdtempSync(path.join(tmpdir(), "workflow-engine-pgbouncer-"));
  const configuration = path.join(directory, "pgbouncer.ini");
  const port = await freePort();
  writeFileSync(configuration, configurationOf(new URL(databaseUrl), port, poolSize));
  // Root may not run it, and whoever it becomes must be able to read this.
  chmodSync(directory, 0o755);
  const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(program, [...asNobody, "-q", configuration], { stdio: "ignore" });
  const url = new URL(databaseUrl);
  url.port = String(port);
  await until("PgBouncer answers", () => answers(child, url.href));
  return {
    url: url.href,
    async close() {
      child.kill("SIGINT");
      if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function configurationOf({ port, pathname, username, password }: URL, listenPort: number, poolSize: number): string {
  const name = pathname.slice(1);
  const login = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  return `[databases]
${name} = host=127.0.0.1 port=${port} dbname=${name} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`;
}

async function answers(child: ChildProcess, url: string): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
