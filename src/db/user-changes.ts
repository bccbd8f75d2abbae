import { Prisma } from "@/generated/prisma/client";
import type { Database } from "./types";

/** Any number that nothing else locks. */
const userChangesLock = 7_313_041;

export type Transaction = Parameters<Parameters<Database["$transaction"]>[0]>[0];

/**
 * Changes to who may act, one at a time: of two that each leave one admin, or make the first one, the second sees what the
 * first has done.
 */
export function changeUsers<Result>(db: Database, change: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw(Prisma.sql`SELECT pg_advisory_xact_lock(${userChangesLock})`);
    return change(tx);
  });
}
