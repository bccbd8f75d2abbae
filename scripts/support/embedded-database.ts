import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startKeeper } from "./database-keeper";
import { Failure } from "./failure";
import { waitForLock } from "./file-lock";
import { PostgresCluster } from "./postgres-cluster";
import { ProcessList } from "./process-list";

const databaseName = "workflow_engine";

export interface EmbeddedDatabase {
  url: string;
  /** Another process that needs the database: it is not stopped while that one lives, even if this one is killed. */
  hold(pid: number): void;
  /** Resolves if the server ends while it is still wanted. */
  ended(signal: AbortSignal): Promise<void>;
  /** Gives the database up; the last one out stops the server. */
  release(): Promise<void>;
}

interface Options {
  /** For tests: nothing survives a power cut; all of it survives a crash of any process. */
  throwAway?: boolean;
}

/**
 * The PostgreSQL server of a data directory: joined if it runs, started if not, created the first time. It belongs to
 * nobody's process group, and stops when the last of its holders goes, however that one ends.
 */
export async function openEmbeddedDatabase(dataDir: string, options: Options = {}): Promise<EmbeddedDatabase> {
  const directory = path.resolve(dataDir);
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new Failure(`DATA_DIR (${directory}) cannot be made: ${(error as Error).message}`);
  }
  const lock = await lockDatabase(directory);
  try {
    const cluster = await PostgresCluster.prepare(directory);
    await cluster.initialise();
    const port = (await cluster.join()) ?? (await cluster.start(options.throwAway ?? false));
    await createDatabaseIfMissing(cluster.url(port, "postgres"));
    const holders = holdersOf(directory);
    const keeper = startKeeper(directory);
    holders.add(process.pid);
    return {
      url: cluster.url(port, databaseName),
      hold: (pid) => holders.add(pid),
      async ended(signal) {
        while (cluster.isRunning() && !signal.aborted) await sleep(1_000, undefined, { signal }).catch(() => undefined);
      },
      async release() {
        holders.remove(process.pid);
        await stopUnusedDatabase(directory);
        await keeper.dismiss();
      },
    };
  } finally {
    lock.release();
  }
}

/** Stops the server of a data directory unless a living process holds it: true if it does not run now. */
export async function stopUnusedDatabase(directory: string): Promise<boolean> {
  if (!existsSync(directory)) return true;
  const lock = await lockDatabase(directory);
  try {
    if (holdersOf(directory).living().length > 0) return false;
    const cluster = await PostgresCluster.prepare(directory);
    await cluster.stop();
    return true;
  } finally {
    lock.release();
  }
}

/** Who needs the database of this directory. Read and changed only under its lock, but for a holder's own children. */
const holdersOf = (directory: string) => new ProcessList(path.join(directory, "holders"));

async function lockDatabase(directory: string) {
  try {
    return await waitForLock(path.join(directory, "postgres.lock"));
  } catch (error) {
    throw new Failure(`DATA_DIR (${directory}) cannot be written: ${(error as Error).message}`);
  }
}

async function createDatabaseIfMissing(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
    // A copy of template0, because autovacuum may just be looking into template1, and then it cannot be copied.
    if (rowCount === 0) await client.query(`create database ${databaseName} template template0`);
  } finally {
    await client.end();
  }
}
