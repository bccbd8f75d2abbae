import type { Prisma, PrismaClient } from "@/generated/prisma/client";

export type Database = PrismaClient;
export type Transaction = Prisma.TransactionClient;

/** Whatever can run a statement: the client, or a transaction of it. */
export type Db = Database | Transaction;
