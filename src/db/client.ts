import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { forgetLargeArguments } from "./prisma-history";
import { rememberConnections } from "./run-statement";

export interface DatabaseOptions {
  /** the most connections that the pool opens */
  max?: number;
  /** `transaction`: behind a pooler that hands out a connection per transaction, so nothing may rest on the session */
  pooler?: "none" | "transaction";
  applicationName?: string;
  /** how long a statement may take; default 30 s */
  statementTimeoutMs?: number;
}

/**
 * No statement waits for an answer for ever: a connection can die without a word (a pulled cable, a silent failover), and
 * the kernel would notice after a quarter of an hour. Every statement of the engine may be sent again.
 */
export const defaultStatementTimeoutMs = 30_000;

/**
 * What every connection sets for itself, whatever the server's defaults are. Serialisable or repeatable-read isolation
 * would turn the engine's lost races into errors; just-in-time compilation costs these short statements more than
 * they take; the adapter reads times as if they were all in UTC. Through a pooler none of it can be set by us, so whoever
 * starts looks whether it is so: `session-settings.ts`.
 */
const sessionOptions = "-c default_transaction_isolation=read\\ committed -c jit=off -c timezone=UTC";

/** Prepared statements a connection keeps; the engine has some twenty, the rest is left to lists and pages. */
const preparedStatementLimit = 200;

export function createDatabase(url: string, options: DatabaseOptions = {}): PrismaClient {
  const pooled = options.pooler === "transaction";
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 8,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    query_timeout: options.statementTimeoutMs ?? defaultStatementTimeoutMs,
    application_name: options.applicationName ?? "workflow-engine",
    ...(pooled ? {} : { options: sessionOptions }),
  });
  // A connection that breaks while nobody uses it leaves the pool by itself; without a listener it would end the process.
  pool.on("error", () => undefined);
  const nameOf = createStatementNames(pooled);
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    // Asked when a statement is about to be sent: the one moment at which we see its arguments.
    statementNameGenerator: ({ sql, args }) => {
      forgetLargeArguments(args);
      return nameOf(sql);
    },
  });
  const client = new PrismaClient({
    adapter,
    transactionOptions: {
      maxWait: 10_000,
      timeout: 30_000,
      // Transactions of several statements rest on each having a snapshot of its own. A session of ours is set so already.
      ...(pooled ? { isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted } : {}),
    },
  });
  rememberConnections(client, { pool, nameOf });
  // Opens no connection yet. Prisma ends the pool with `$disconnect` only if it has taken it over.
  void client.$connect();
  return client;
}

/** Names for statements, so that PostgreSQL parses and plans each of them once a connection; through a pooler none. */
function createStatementNames(pooled: boolean): (sql: string) => string {
  const names = new Map<string, string>();
  return (sql) => {
    if (pooled) return "";
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= preparedStatementLimit) return "";
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}
