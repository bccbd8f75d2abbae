import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { freePort } from "../../scripts/support/ports";
import { until } from "./until";

export interface PgBouncer {
  /** the same database, through the pooler in transaction mode */
  url: string;
  /** Lets it make its connections to the server anew, as after a change of a role's settings. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A real PgBouncer in transaction mode before the database that a URL names, with fewer connections than its clients
 * have, so that they do share them.
 */
export async function startPgBouncer(databaseUrl: string, poolSize = 3): Promise<PgBouncer> {
  const program = findPgBouncer() ?? installPgBouncer();
  const target = new URL(databaseUrl);
  const directory = mkdtempSync(path.join(tmpdir(), "pgbouncer-"));
  const port = await freePort();
  const file = path.join(directory, "pgbouncer.ini");
  const database = target.pathname.slice(1);
  const user = decodeURIComponent(target.username);
  const password = target.password === "" ? "" : ` password=${decodeURIComponent(target.password)}`;
  writeFileSync(
    file,
    [
      "[databases]",
      `${database} = host=${target.hostname} port=${target.port} dbname=${database} user=${user}${password}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      `default_pool_size = ${poolSize}`,
      "max_client_conn = 200",
      // By default it lets clients wait for 15 s after one connection that failed.
      "server_login_retry = 1",
      `admin_users = ${user}`,
    ].join("\n"),
  );
  chmodSync(directory, 0o755);
  chmodSync(file, 0o644);
  // It refuses to run as root.
  const asOther = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(program, ["-q", ...asOther, file], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const admin = new URL(url);
  admin.pathname = "/pgbouncer";
  await until("PgBouncer answers", async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
    return tell(admin.href, "SHOW VERSION").then(
      () => true,
      () => false,
    );
  });
  return {
    url: url.href,
    reconnect: () => tell(admin.href, "RECONNECT"),
    async close() {
      child.kill("SIGKILL");
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Its console understands the simple protocol only, which `query` without parameters speaks. */
async function tell(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}

function findPgBouncer(): string | undefined {
  const places = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map((place) => `${place}/pgbouncer`);
  return [process.env.PGBOUNCER, ...places].find((file) => file !== undefined && existsSync(file));
}

function installPgBouncer(): string {
  const asRoot = process.getuid?.() === 0;
  if (asRoot) {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "pgbouncer"]);
  }
  const found = findPgBouncer();
  if (found) return found;
  const tried = asRoot ? "apt-get could not install it" : "only root can have it installed for the tests";
  throw new Error(
    `This test needs PgBouncer, which is not there, and ${tried}. Install it (Debian: sudo apt-get install pgbouncer; ` +
      "macOS: brew install pgbouncer), or set PGBOUNCER to its program.",
  );
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdio: "ignore" });
}
