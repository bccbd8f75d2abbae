import { Prisma } from "@/generated/prisma/client";

/** Of the codes of five characters, those of PostgreSQL; Prisma (`P1001`) and Node (`EPIPE`) have such codes, too. */
const sqlStatePattern = /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/** The SQLSTATE of a failed statement, where the failure came from PostgreSQL and reached us. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const code = property(adapterCause(error), "originalCode") ?? property(error.meta, "code");
    return typeof code === "string" ? code : undefined;
  }
  const code = property(error, "code");
  return typeof code === "string" && sqlStatePattern.test(code) ? code : undefined;
}

/** Prisma's codes for a database that could not be reached, or a pool that had no connection in time. */
const unreachableCodes = new Set(["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2028", "P2037"]);

/** The adapter's words for the same; raw statements carry only these, under a code that says nothing. */
const unreachableKinds = new Set(["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TlsConnectionError"]);

/** Node's codes for a connection that could not be made or broke. */
const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);

/** What the driver says, under no code, of a connection that it lost or did not get. */
const driverWords =
  /connection (terminated|refused|closed)|not queryable|timeout (expired|exceeded when trying to connect)|query read timeout|calling end on the pool/i;

/** Whether the database could not be reached, was shutting down or starting up, or dropped the connection. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  // PostgreSQL has spoken. Its message may quote data, so nothing is to be read out of it.
  if (state !== undefined) return /^(08|57P|53)/.test(state);
  if (!(error instanceof Error)) return false;
  const code = property(error, "code");
  if (typeof code === "string" && (unreachableCodes.has(code) || socketCodes.has(code))) return true;
  const kind = property(adapterCause(error), "kind");
  if (typeof kind === "string" && unreachableKinds.has(kind)) return true;
  return driverWords.test(error.message);
}

/**
 * Failures that the same data would meet again: data that a column cannot hold (22), a rule of the schema (23), a limit
 * of the server (54), and whatever failed here before it was sent.
 */
export function isAboutContent(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? !isUnavailable(error) : /^(22|23|54)/.test(state);
}

/**
 * Failures of the moment: the database is away, a deadlock or serialisation failure (40), a lock that was not got (55), a
 * statement that was cancelled (57), a server that is read-only just now (25).
 */
export function isPassing(error: unknown): boolean {
  return isUnavailable(error) || /^(25|40|55|57)/.test(sqlState(error) ?? "");
}

/** Deadlocks and serialisation failures (40): the same statement, sent again, can succeed. */
export function isLostRace(error: unknown): boolean {
  return /^40/.test(sqlState(error) ?? "");
}

/** The server failed within itself (XX): over these data, or in passing. */
export function isInternal(error: unknown): boolean {
  return /^XX/.test(sqlState(error) ?? "");
}

/** What the adapter made of the driver's error. */
function adapterCause(error: Error): unknown {
  return property(property(property(error, "meta"), "driverAdapterError"), "cause");
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && key in value
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
