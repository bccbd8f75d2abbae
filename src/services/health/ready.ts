import { AppError } from "@/core/errors";
import { type MigrationStatus, readMigrationStatus } from "@/db/migration-status";
import { readSessionSettings } from "@/db/session-settings";
import type { Database } from "@/db/types";

export interface Readiness {
  status: "ready";
  checks: { database: "ok"; migrations: "ok" };
}

/** An answer that takes longer is as good as none to whoever decides where to send requests. */
const timeoutMilliseconds = 5_000;

interface ReadyOptions {
  expectedMigrations: readonly string[];
  /** the database is reached through a pooler, whose connections are as the server makes them */
  pooled: boolean;
}

/**
 * Whether this process can do its work: the database answers, has every migration that this code was made for, and gives
 * connections on which the product is right.
 *
 * @throws AppError `unavailable`, whose details name the failing check
 */
export async function checkReady(db: Database, { expectedMigrations, pooled }: ReadyOptions): Promise<Readiness> {
  const looking = Promise.all([readMigrationStatus(db), pooled ? readSessionSettings(db) : undefined]);
  const [applied, session] = await withTimeout(looking).catch((cause: unknown) => {
    const message = "The database does not answer.";
    throw new AppError("unavailable", message, { checks: { database: message } }, { cause });
  });
  if (session && session.wrong.length > 0) {
    const names = session.wrong.map(({ name }) => name).join(", ");
    const message = `Connections through the pooler have settings that do not fit: ${names}. The log of the start says more.`;
    throw new AppError("unavailable", message, { checks: { database: message } });
  }
  const problem = migrationProblem(applied, expectedMigrations);
  if (problem) throw new AppError("unavailable", problem, { checks: { database: "ok", migrations: problem } });
  return { status: "ready", checks: { database: "ok", migrations: "ok" } };
}

function migrationProblem(applied: readonly MigrationStatus[], expected: readonly string[]): string | undefined {
  const unfinished = applied.filter(({ finished }) => !finished).map(({ name }) => name);
  if (unfinished.length > 0) return `Migrations are under way or failed: ${unfinished.join(", ")}.`;
  const names = new Set(applied.map(({ name }) => name));
  const missing = expected.filter((name) => !names.has(name));
  if (missing.length > 0) return `Migrations are missing: ${missing.join(", ")}. Run pnpm db:migrate.`;
  return applied.length === 0 ? "The database holds no tables yet. Run pnpm db:migrate." : undefined;
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMilliseconds} ms.`)), timeoutMilliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
