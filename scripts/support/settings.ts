import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EnvironmentError, missingKey, readSettings, type Settings } from "@/env";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "./embedded-database";
import { fromRoot, rootDir } from "./paths";
import { withProgress } from "./progress";

/** The settings of a command: the environment, and `.env` for what the environment leaves open. */
export function loadSettings(): Settings {
  const file = fromRoot(".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return readSettings(process.env);
}

export interface CommandDatabase {
  /** for migrations and other work that needs a session of its own */
  directUrl: string;
  /** the whole environment for a process that is to use the database: web, worker, seed */
  env: NodeJS.ProcessEnv;
  hold(pid: number): void;
  ended(signal: AbortSignal): Promise<void>;
  release(): Promise<void>;
}

/** The user's database, or the embedded one, joined or started. `quiet`: nothing is printed meanwhile. */
export async function openDatabase(settings: Settings, { quiet = false } = {}): Promise<CommandDatabase> {
  if (settings.DATABASE_URL) {
    return {
      directUrl: settings.DIRECT_DATABASE_URL ?? settings.DATABASE_URL,
      env: process.env,
      hold: () => undefined,
      ended: () => new Promise(() => undefined),
      release: () => Promise.resolve(),
    };
  }
  const dataDir = dataDirOf(settings);
  const opening = openEmbeddedDatabase(dataDir);
  const embedded = await (quiet ? opening : withProgress("Starting the embedded PostgreSQL", opening));
  return { directUrl: embedded.url, env: embeddedEnvironment(settings, dataDir, embedded), ...embedded };
}

/** A relative one lies in the checkout, wherever the command was called from. */
export const dataDirOf = (settings: Settings): string => path.resolve(rootDir, settings.DATA_DIR);

/** A database of the user's own outlives DATA_DIR, so a key that lies there would be lost with its secrets. */
export function requireKey(settings: Settings): void {
  if (settings.DATABASE_URL && !settings.FERNET_KEY) throw new EnvironmentError([missingKey]);
}

function embeddedEnvironment(settings: Settings, dataDir: string, { url }: EmbeddedDatabase): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: url,
    DIRECT_DATABASE_URL: url,
    DATABASE_POOLER: "none",
    FERNET_KEY: settings.FERNET_KEY?.join(",") ?? generatedKey(dataDir, "fernet-key"),
    SESSION_SECRET: settings.SESSION_SECRET ?? generatedKey(dataDir, "session-secret"),
  };
}

/** Made once, with the data directory. The file appears whole, and of two commands that make one, one wins. */
function generatedKey(dataDir: string, name: "fernet-key" | "session-secret"): string {
  const file = path.join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString("base64url")}=\n`, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(file, "utf8").trim();
}
