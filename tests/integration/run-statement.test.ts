import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "@/db/client";
import { runStatement } from "@/db/run-statement";
import { Prisma } from "@/generated/prisma/client";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { until } from "../support/until";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const at = new Date("2026-03-29T01:30:00.123Z");

const everyType = Prisma.sql`
  SELECT ${9007199254740993n}::bigint AS large, ${-3}::int AS small, ${0.1}::float8 AS fraction, ${true}::boolean AS yes,
    ${'ü \\ "\n'}::text AS words, ${null}::text AS nothing, ${at}::timestamptz(3) AS at, ${at}::timestamptz = ${at.toISOString()}::timestamptz AS same,
    ${"0190a3c4-5b6d-7e8f-9a0b-1c2d3e4f5a6b"}::uuid AS id, '{"a":[1.0]}'::json::text AS json, ARRAY['a', NULL]::text[] AS list`;

const row = {
  large: 9007199254740993n,
  small: -3,
  fraction: 0.1,
  yes: true,
  words: 'ü \\ "\n',
  nothing: null,
  at,
  same: true,
  id: "0190a3c4-5b6d-7e8f-9a0b-1c2d3e4f5a6b",
  json: '{"a":[1.0]}',
  list: ["a", null],
};

it("answers as Prisma does", async () => {
  expect(await runStatement(database.db, everyType)).toEqual([row]);
  expect(await database.db.$queryRaw(everyType)).toEqual([row]);
});

it("is part of the transaction that it is given", async () => {
  const key = "in a transaction";
  const insert = Prisma.sql`INSERT INTO secret (id, key, ciphertext, updated_at) VALUES (gen_random_uuid(), ${key}, '', now()) RETURNING key`;
  const undone = database.db.$transaction(async (transaction) => {
    expect(await runStatement(transaction, insert)).toEqual([{ key }]);
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await database.db.secret.findMany({ where: { key } })).toEqual([]);
});

it("keeps a statement prepared, under one name for both ways; through a pooler none", async () => {
  const statement = Prisma.sql`SELECT name, calls::int FROM (SELECT name, generic_plans + custom_plans AS calls, statement FROM pg_prepared_statements) AS all_of_them WHERE statement LIKE ${"%all_of_them%"}`;
  const direct = createDatabase(database.url, { max: 1 });
  const pooled = createDatabase(database.url, { max: 1, pooler: "transaction" });
  try {
    await runStatement(direct, statement);
    await direct.$queryRaw(statement);
    expect(await runStatement(direct, statement)).toEqual([{ name: expect.any(String), calls: 3 }]);
    await runStatement(pooled, statement);
    expect(await runStatement(pooled, statement)).toEqual([]);
  } finally {
    await Promise.all([direct.$disconnect(), pooled.$disconnect()]);
  }
});

it("leaves no connection behind, although Prisma was never asked for anything", async () => {
  const applicationName = "past Prisma only";
  const db = createDatabase(database.url, { applicationName });
  const own = Prisma.sql`SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = ${applicationName}`;
  expect(await runStatement(db, own)).toEqual([{ count: 1 }]);
  await db.$disconnect();
  await until("the server has seen the connection end", async () => {
    const [row] = await database.db.$queryRaw<{ count: number }[]>(own);
    return row?.count === 0;
  });
});
