import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Failure } from "./failure";
import { freePort } from "./ports";
import { findPostgres, type PostgresBinaries } from "./postgres-binaries";
import { commandLine } from "./process-identity";

const unsafeSettings = ["-c fsync=off", "-c full_page_writes=off"];

/**
 * The files and the server process of one embedded PostgreSQL. Nothing here is safe to call twice at a time: the
 * callers hold the data directory's lock.
 */
export class PostgresCluster {
  private readonly files: string;
  private readonly log: string;

  private constructor(
    private readonly directory: string,
    private readonly passwordFile: string,
    private readonly binaries: PostgresBinaries,
  ) {
    this.files = path.join(directory, "cluster");
    this.log = path.join(directory, "log");
  }

  static async prepare(dataDir: string): Promise<PostgresCluster> {
    const directory = path.join(dataDir, "postgres");
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    refuseForeignOwner(directory, dataDir);
    const binaries = await findPostgres(directory, (owner) => chownTree(directory, owner));
    return new PostgresCluster(directory, path.join(dataDir, "postgres-password"), binaries);
  }

  /** Makes the cluster if there is none. It appears whole or not at all: it is made beside its place and moved in. */
  async initialise(): Promise<void> {
    const versionFile = path.join(this.files, "PG_VERSION");
    if (existsSync(versionFile)) return this.refuseOtherVersion(readFileSync(versionFile, "utf8").trim());
    const draft = `${this.files}.new`;
    rmSync(draft, { recursive: true, force: true });
    const password = randomBytes(24).toString("base64url");
    writeFileSync(this.passwordFile, password, { mode: 0o600 });
    // initdb reads the password as the user it runs as, so for that moment a copy lies beside the cluster.
    const passwordCopy = path.join(this.directory, "initial-password");
    writeFileSync(passwordCopy, password, { mode: 0o600 });
    if (this.binaries.fileOwner) chownSync(passwordCopy, this.binaries.fileOwner, this.binaries.fileOwner);
    try {
      await this.binaries.initdb([
        ...["-D", draft, "-U", "postgres", "--auth=scram-sha-256", `--pwfile=${passwordCopy}`, "--encoding=UTF8"],
        // The built-in provider sorts and folds alike on every platform, so indexes on text never go stale.
        ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"],
      ]);
      renameSync(draft, this.files);
    } finally {
      rmSync(passwordCopy, { force: true });
    }
  }

  /** The port of the server that runs already, once it answers; undefined if none runs. */
  async join(): Promise<number | undefined> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const running = this.running();
      if (!running) return undefined;
      if (running.port > 0 && (await answers(this.url(running.port, "postgres")))) return running.port;
      if (Date.now() > deadline) {
        throw new Failure(
          `PostgreSQL (process ${running.pid}) runs in ${this.files} but does not answer. Stop that process, then start again.`,
        );
      }
      await sleep(100);
    }
  }

  async start(throwAway: boolean): Promise<number> {
    const deadline = Date.now() + 15_000;
    for (;;) {
      const port = await freePort();
      const settings = [
        `-p ${port}`,
        "-c listen_addresses=127.0.0.1",
        "-c unix_socket_directories=''",
        "-c max_connections=200",
        ...(throwAway ? unsafeSettings : []),
      ].join(" ");
      try {
        await this.binaries.pgCtl(["-D", this.files, "-w", "-t", "60", "-l", this.log, "-o", settings, "start"]);
        return port;
      } catch (error) {
        // The port was taken meanwhile, or children of a killed server are still on their way out.
        if (Date.now() < deadline) await sleep(500);
        else
          throw new Failure(`The embedded PostgreSQL does not start: ${(error as Error).message}\n${this.logTail()}`);
      }
    }
  }

  isRunning(): boolean {
    return this.running() !== undefined;
  }

  async stop(): Promise<void> {
    if (!this.running()) return;
    await this.binaries.pgCtl(["-D", this.files, "-m", "fast", "-w", "-t", "60", "stop"]);
  }

  url(port: number, database: string): string {
    try {
      const password = readFileSync(this.passwordFile, "utf8").trim();
      return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
    } catch {
      throw new Failure(
        `${this.passwordFile} is missing: it holds the password of the database beside it. Restore it, or choose another DATA_DIR.`,
      );
    }
  }

  /**
   * What postmaster.pid says, if it is true. After a crash it names a process that is gone or, in a container started
   * anew, one that is something else: PostgreSQL would refuse to start because of it, so such a file is removed.
   */
  private running(): { pid: number; port: number } | undefined {
    const pidFile = path.join(this.files, "postmaster.pid");
    if (!existsSync(pidFile)) return undefined;
    const lines = readFileSync(pidFile, "utf8").split("\n");
    const pid = Number(lines[0]);
    if (commandLine(pid).includes(this.files)) return { pid, port: Number(lines[3]) || 0 };
    rmSync(pidFile, { force: true });
    return undefined;
  }

  private refuseOtherVersion(version: string): void {
    if (version === this.binaries.majorVersion) return;
    throw new Failure(
      `The database in ${this.files} was written by PostgreSQL ${version}; this release runs ${this.binaries.majorVersion}.\n` +
        "Move its data with the release that wrote it (pg_dump), or choose another DATA_DIR.",
    );
  }

  private logTail(): string {
    if (!existsSync(this.log)) return "";
    return `The end of ${this.log}:\n${readFileSync(this.log, "utf8").trimEnd().split("\n").slice(-8).join("\n")}`;
  }
}

function refuseForeignOwner(directory: string, dataDir: string): void {
  const me = process.getuid?.();
  const owner = statSync(directory).uid;
  if (me === undefined || me === 0 || owner === me) return;
  throw new Failure(
    `DATA_DIR (${dataDir}) belongs to another user (id ${owner}; you are ${me}). Start as that user, or choose another DATA_DIR.`,
  );
}

/** Changes something only when root's rights are dropped in another way than the last time. */
function chownTree(directory: string, owner: number): void {
  if (statSync(directory).uid === owner) return;
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    chownSync(path.join(entry.parentPath, entry.name), owner, owner);
  }
  chownSync(directory, owner, owner);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "28P01") return false;
    throw new Failure(
      "The database refuses the password in DATA_DIR/postgres-password. Restore it, or choose another DATA_DIR.",
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
