import pg from "pg";
import type { Prisma, PrismaClient } from "@/generated/prisma/client";
import type { Db } from "./types";

/** What a client's statements go through. */
export interface Connections {
  pool: pg.Pool;
  /** the name under which a connection keeps a statement prepared; empty: it does not */
  nameOf(sql: string): string;
}

const connectionsOf = new WeakMap<Db, Connections>();

export function rememberConnections(client: PrismaClient, connections: Connections): void {
  connectionsOf.set(client, connections);
}

/**
 * Runs a statement past Prisma, on a connection of its client's pool: for those that the engine sends all the time, and for large
 * answers. Prisma looks at each value of each row several times, and costs a quarter of a millisecond a statement besides. In a transaction,
 * which has its connection from Prisma, it is an ordinary raw statement. Answers are the same: `bigint` as BigInt,
 * `timestamptz` as Date; JSON is to be read as text.
 *
 * @throws the driver's error, or Prisma's in a transaction; `errors.ts` reads both
 */
export async function runStatement<Row extends object>(db: Db, statement: Prisma.Sql): Promise<Row[]> {
  const connections = connectionsOf.get(db);
  if (!connections) return db.$queryRaw<Row[]>(statement);
  const text = statement.text;
  const { rows } = await connections.pool.query<Row>({
    name: connections.nameOf(text),
    text,
    values: statement.values,
    types,
  });
  return rows;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)),
};
