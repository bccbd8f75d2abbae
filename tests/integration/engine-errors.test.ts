import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/db/client";
import { isUnavailable, sqlState } from "@/db/errors";
import { runStatement } from "@/db/run-statement";
import type { Database } from "@/db/types";
import { Prisma } from "@/generated/prisma/client";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { TcpProxy } from "../support/tcp-proxy";
import { until } from "../support/until";

/** Failures as they really come through Prisma and its adapter, provoked in a real database and a real network. */
let database: TestDatabase;
let crowded: Promise<unknown[]>;
beforeAll(async () => {
  database = await createTestDatabase();
  // It takes ten seconds, so it runs beside the other tests.
  crowded = failuresOfFullPool();
});
afterAll(() => database.drop());

async function failureOf(action: () => Promise<unknown>): Promise<unknown> {
  return action().then(
    () => {
      throw new Error("This should have failed.");
    },
    (error: unknown) => error,
  );
}

const everyWay: [string, (db: Database) => Promise<unknown>][] = [
  ["raw", (db) => db.$queryRaw`SELECT 1`],
  ["past Prisma", (db) => runStatement(db, Prisma.sql`SELECT 1`)],
  ["through a model", (db) => db.secret.findMany()],
  ["in a transaction", (db) => db.$transaction((transaction) => transaction.$queryRaw`SELECT 1`)],
];

const tooLarge = Prisma.sql`SELECT ${"99999999999999999999"}::text::bigint`;
const endingItself = Prisma.sql`SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)::text`;

const judge = (error: unknown) => [sqlState(error), isUnavailable(error)];

async function withDatabase<Result>(url: string, use: (db: Database) => Promise<Result>): Promise<Result> {
  const db = createDatabase(url, { max: 1 });
  try {
    return await use(db);
  } finally {
    await db.$disconnect();
  }
}

describe("what PostgreSQL says about a statement", () => {
  it.each<[string, string, boolean, (db: Database) => Promise<unknown>]>([
    ["a text that is no JSON", "22P02", false, (db) => db.$queryRaw`SELECT ${"{"}::json`],
    ["U+0000 in a text", "22021", false, (db) => db.$queryRaw`SELECT ${"a\u0000"}::text`],
    ["an escape that text cannot hold", "22P05", false, (db) => db.$queryRaw`SELECT ${'["\\u0000"]'}::jsonb ->> 0`],
    ["a number out of range", "22003", false, (db) => db.$queryRaw`SELECT ${"99999999999999999999"}::text::bigint`],
    ["the same past Prisma", "22003", false, (db) => runStatement(db, tooLarge)],
    ["a missing table", "42P01", false, (db) => db.$queryRaw`SELECT FROM nowhere`],
    ["a read-only server", "25006", false, (db) => readOnly(db)],
    ["a statement that took too long", "57014", false, (db) => timedOut(db)],
    ["a lock that was not got in time", "55P03", false, (db) => lockNotGot(db)],
    ["a connection that was ended while busy", "57P01", true, (db) => killed(db)],
    ["the same past Prisma", "57P01", true, (db) => runStatement(db, endingItself)],
    ["the same within a transaction", "57P01", true, (db) => db.$transaction((transaction) => killed(transaction))],
  ])("%s: %s", async (_what, state, unavailable, action) => {
    const error = await failureOf(() => withDatabase(database.url, action));
    expect(judge(error)).toEqual([state, unavailable]);
  });

  it("is not read out of data that the message quotes", async () => {
    const error = await failureOf(() => database.db.$queryRaw`SELECT ${"connection terminated"}::text::uuid`);
    expect((error as Error).message).toContain("connection terminated");
    expect(judge(error)).toEqual(["22P02", false]);
  });

  it("a deadlock, in a statement and in a transaction: 40P01", async () => {
    await database.db.$executeRaw`CREATE TABLE pair AS SELECT id FROM generate_series(1, 2) AS id`;
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    const meet = async (action: () => Promise<unknown>): Promise<unknown> => {
      await other.query("BEGIN; SET LOCAL deadlock_timeout = '10s'; UPDATE pair SET id = id WHERE id = 2");
      const failure = failureOf(action);
      await until("the other waits for the second row", async () => {
        const [row] = await database.db.$queryRaw<{ waiting: boolean }[]>`
          SELECT EXISTS (
            SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          ) AS waiting`;
        return row?.waiting;
      });
      await other.query("UPDATE pair SET id = id WHERE id = 1");
      await other.query("ROLLBACK");
      return failure;
    };
    try {
      expect(judge(await meet(() => database.db.$queryRaw`UPDATE pair SET id = id`))).toEqual(["40P01", false]);
      const inTransaction = await meet(() =>
        database.db.$transaction(async (transaction) => {
          await transaction.$executeRaw`UPDATE pair SET id = id WHERE id = 1`;
          await transaction.$executeRaw`UPDATE pair SET id = id WHERE id = 2`;
        }),
      );
      expect(judge(inTransaction)).toEqual(["40P01", false]);
    } finally {
      await other.end();
    }
  });
});

describe("a database that cannot be reached", () => {
  it.each(everyWay)("because the port is closed: %s", async (_way, action) => {
    const error = await failureOf(() => withDatabase("postgresql://a:b@127.0.0.1:1/x", action));
    expect(judge(error)).toEqual([undefined, true]);
  });

  it("because the name leads nowhere", async () => {
    const error = await failureOf(() =>
      withDatabase("postgresql://a:b@nowhere.invalid/x", (db) => db.$queryRaw`SELECT 1`),
    );
    expect(judge(error)).toEqual([undefined, true]);
  });

  it.each(everyWay)("because the connection breaks, busy or idle: %s", async (_way, action) => {
    const proxy = await TcpProxy.start(database.url);
    try {
      const [busy, gone] = await withDatabase(proxy.url, async (db) => {
        await action(db);
        proxy.swallowAnswers();
        const waiting = failureOf(() => action(db));
        await new Promise((resolve) => setTimeout(resolve, 100));
        proxy.cut();
        return [await waiting, await failureOf(() => action(db))];
      });
      expect(judge(busy)).toEqual([undefined, true]);
      expect(judge(gone)).toEqual([undefined, true]);
    } finally {
      await proxy.close();
    }
  });

  it("because every connection of the pool is in use", async () => {
    expect((await crowded).map(judge)).toEqual(everyWay.map(() => [undefined, true]));
  });
});

describe("what the driver says of a connection that it lost or did not get", () => {
  it.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Client has encountered a connection error and is not queryable",
    "Client was closed and is not queryable",
    "timeout expired",
    "timeout exceeded when trying to connect",
    "Query read timeout",
    "Cannot use a pool after calling end on the pool",
  ])("is understood: %s", (message) => {
    expect(judge(new Error(message))).toEqual([undefined, true]);
  });

  it("is not heard in any other failure", () => {
    expect(judge(new TypeError("Converting circular structure to JSON"))).toEqual([undefined, false]);
  });
});

function failuresOfFullPool(): Promise<unknown[]> {
  return withDatabase(database.url, async (db) => {
    // Takes the connection at once; Prisma would get ready first.
    const holding = runStatement(db, Prisma.sql`SELECT pg_sleep(10.5)::text`);
    const failures = await Promise.all(everyWay.map(([, action]) => failureOf(() => action(db))));
    await holding;
    return failures;
  });
}

function readOnly(db: Database): Promise<unknown> {
  return db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET TRANSACTION READ ONLY`;
    await transaction.$executeRaw`DELETE FROM secret`;
  });
}

function timedOut(db: Database): Promise<unknown> {
  return db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL statement_timeout = 20`;
    await transaction.$queryRaw`SELECT pg_sleep(5)::text`;
  });
}

async function lockNotGot(db: Database): Promise<unknown> {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  try {
    await other.query("BEGIN; LOCK TABLE secret");
    return await db.$transaction(async (transaction) => {
      await transaction.$executeRaw`SET LOCAL lock_timeout = 20`;
      await transaction.$executeRaw`DELETE FROM secret`;
    });
  } finally {
    await other.end();
  }
}

function killed(db: Pick<Database, "$queryRaw">): Promise<unknown> {
  return db.$queryRaw(endingItself);
}
