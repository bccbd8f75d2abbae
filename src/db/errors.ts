import { Prisma } from "@/generated/prisma/client";

/** The SQLSTATE of a failed statement, where the failure came from PostgreSQL and reached us. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const cause = property(property(error.meta, "driverAdapterError"), "cause");
    const code = property(cause, "originalCode") ?? property(error.meta, "code");
    return typeof code === "string" ? code : undefined;
  }
  const code = property(error, "code");
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Prisma's codes for a database that could not be reached, or a pool that had no connection in time. */
const unreachableCodes = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);

/** Node's codes for a connection that could not be made or broke. */
const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "EAI_AGAIN",
]);

/** Whether the database could not be reached, was shutting down or starting up, or dropped the connection. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined && /^(08|57P|53)/.test(state)) return true;
  if (!(error instanceof Error)) return false;
  const code = property(error, "code");
  if (typeof code === "string" && (unreachableCodes.has(code) || socketCodes.has(code))) return true;
  return /connection (terminated|refused|closed)|timeout exceeded when trying to connect|server has closed the connection|Can't reach database/i.test(
    error.message,
  );
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && key in value
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
