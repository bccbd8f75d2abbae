import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "@/db/client";
import { readSessionSettings } from "@/db/session-settings";
import type { Database } from "@/db/types";
import { cancelRun } from "@/engine/cancel";
import { silentLog } from "@/engine/log";
import { readSettings } from "@/env";
import { checkReady } from "@/services/health/ready";
import { generateKey } from "@/vault/keyring";
import { readMigrations } from "../../scripts/support/migration-files";
import { checkPooler, PoolerError } from "../../worker/pooler";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, createWorkflow, definitionOf, start } from "../support/engine";
import { type PgBouncer, startPgBouncer } from "../support/pgbouncer";
import { readRun, runEnded } from "../support/rows";
import { startBundledWorker } from "../support/spawn-worker";
import { until } from "../support/until";

/** DATABASE_POOLER=transaction, before a real PgBouncer. */
let database: TestDatabase;
let pooler: PgBouncer;
let pooled: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startPgBouncer(database.url);
  pooled = createDatabase(pooler.url, { pooler: "transaction" });
});
afterAll(async () => {
  await pooled.$disconnect();
  await pooler.close();
  await database.drop();
});

const databaseName = () => new URL(database.url).pathname.slice(1);

/** Sets what every new connection to the database has, as an administrator would. */
async function configure(...settings: string[]): Promise<void> {
  await database.db.$executeRawUnsafe(`ALTER DATABASE ${databaseName()} RESET ALL`);
  await database.db.$executeRawUnsafe(`ALTER ROLE CURRENT_USER IN DATABASE ${databaseName()} RESET ALL`);
  for (const setting of ["TimeZone = 'UTC'", "jit = 'off'", ...settings]) {
    await database.db.$executeRawUnsafe(`ALTER DATABASE ${databaseName()} SET ${setting}`);
  }
  await connectAnew();
}
beforeEach(() => configure());

/** PgBouncer and its clients remember some settings for as long as they are connected. */
async function connectAnew(): Promise<void> {
  await pooled.$disconnect();
  await pooler.reconnect();
  pooled = createDatabase(pooler.url, { max: 8, pooler: "transaction" });
}

const migrations = async () => readMigrations().migrationDirectories.map(({ path }) => path);
const ready = async () => checkReady(pooled, { expectedMigrations: await migrations(), pooled: true });

describe("connections through a pooler", () => {
  it("are taken when their settings fit", async () => {
    expect(await readSessionSettings(pooled)).toEqual({ wrong: [], poor: [], remedy: [] });
    await checkPooler(pooled, silentLog);
    expect(await ready()).toMatchObject({ status: "ready" });
  });

  it.each([
    ["default_transaction_isolation", "repeatable read", "read committed"],
    ["TimeZone", "Asia/Tokyo", "UTC"],
    ["default_transaction_read_only", "on", "off"],
  ])("are refused when %s is %s, and taken once it is set as the message says", async (name, value, needed) => {
    await configure(`${name} = '${value}'`);
    const refusal = await checkPooler(pooled, silentLog).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PoolerError);
    expect(refusal).toMatchObject({
      message: expect.stringContaining(`${name} is "${value}" and must be "${needed}"`),
    });
    await expect(ready()).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining(name) });

    const { remedy } = await readSessionSettings(pooled);
    expect(remedy).toHaveLength(1);
    for (const statement of remedy) await database.db.$executeRawUnsafe(statement);
    await connectAnew();
    await checkPooler(pooled, silentLog);
    expect(await ready()).toMatchObject({ status: "ready" });
  });

  it("may compile and give up early, but it is told", async () => {
    await configure("jit = 'on'", "statement_timeout = '5s'");
    const { wrong, poor } = await readSessionSettings(pooled);
    expect(wrong).toEqual([]);
    expect(poor.map(({ name, value }) => `${name} ${value}`).sort()).toEqual(["jit on", "statement_timeout 5000"]);
    const told: unknown[] = [];
    await checkPooler(pooled, { ...silentLog, warn: (data) => void told.push(data) });
    expect(told).toHaveLength(1);
  });

  it("see in each statement of a transaction what was committed before it, whatever the server's default is", async () => {
    await configure("default_transaction_isolation = 'repeatable read'");
    const level = await pooled.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT count(*) FROM run`;
      return transaction.$queryRaw`SELECT current_setting('transaction_isolation') AS level`;
    });
    expect(level).toEqual([{ level: "read committed" }]);
  });
});

describe("a worker behind it", () => {
  const environment = () => ({
    ...process.env,
    DATABASE_URL: pooler.url,
    DIRECT_DATABASE_URL: database.url,
    DATABASE_POOLER: "transaction",
    FERNET_KEY: generateKey(),
    LOG_LEVEL: "info",
  });

  it("does not start on wrong settings, and says what to set", async () => {
    await configure("TimeZone = 'Asia/Tokyo'");
    const output: string[] = [];
    const worker = startBundledWorker({ ...environment(), LOG_LEVEL: "silent" }, [], (line) => void output.push(line));
    expect(await worker.exited).toBe(1);
    expect(output.join("\n")).toMatch(/TimeZone is "Asia\/Tokyo" and must be "UTC"/);
    expect(output.join("\n")).toMatch(/ALTER ROLE \w+ IN DATABASE \w+ SET "?TimeZone"? = 'UTC';/);
  });

  it("executes over shared connections, and is woken over one of its own to the database itself", async () => {
    const engine = createTestEngine(pooled);
    const workflow = await createWorkflow(
      pooled,
      definitionOf(
        [
          { id: "start", type: "trigger" },
          { id: "wait", type: "delay", config: { seconds: 0 } },
          { id: "then", type: "delay", config: { seconds: 0 } },
        ],
        ["start -> wait", "wait -> then"],
      ),
    );
    const output: string[] = [];
    const flags = ["--poll-interval-ms", "60000"];
    const worker = startBundledWorker(environment(), flags, (line) => void output.push(line));
    try {
      await until("the worker claims", () => output.some((line) => line.includes("is claiming steps")));
      const [listening] = await database.db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%LISTEN%'
          AND pid <> pg_backend_pid()`;
      expect(listening?.count).toBeGreaterThan(0);
      const runs = await Promise.all(Array.from({ length: 20 }, () => start(engine, workflow)));
      await database.db.$executeRaw`SELECT pg_notify('workflow_engine_wake', '')`;
      for (const { id } of runs) expect(await runEnded(pooled, id)).toBe("succeeded");
      const cancelled = await start(engine, workflow);
      await cancelRun(engine, { runId: cancelled.id, actor: randomUUID() });
      expect(["cancelled", "succeeded"]).toContain((await readRun(pooled, cancelled.id)).status);
      // Times come through it as they are.
      const id = runs[0]?.id ?? "";
      const [direct, through] = await Promise.all(
        [database.db, pooled].map((db) => db.run.findUniqueOrThrow({ where: { id }, select: { createdAt: true } })),
      );
      expect(through).toEqual(direct);
    } finally {
      await worker.stop(10_000);
    }
  });
});

it("the settings of the environment ask for the database itself beside it", () => {
  expect(() => readSettings({ DATABASE_POOLER: "transaction" })).toThrow(/DIRECT_DATABASE_URL/);
});
