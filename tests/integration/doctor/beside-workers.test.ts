import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EngineContext } from "@/engine/context";
import { checkDatabase, type Diagnosis } from "@/engine/doctor/check-database";
import { runStorm } from "../../race/storm";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { createTestEngine } from "../../support/engine";
import { readRun } from "../../support/rows";
import { until } from "../../support/until";
import { Patients } from "./damage";

let database: TestDatabase;
let engine: EngineContext;
let patients: Patients;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
  patients = new Patients(engine, randomUUID());
});
afterAll(() => database.drop());

const complaints = ({ checks }: Diagnosis): string[] =>
  checks.flatMap(({ name, examples, changes }) =>
    changes > 0 || examples.length > 0 ? [`${name}: ${changes} changes; ${JSON.stringify(examples)}`] : [],
  );

it("finds nothing and changes nothing while workers claim, finish, fail, cancel, retry and reap", async () => {
  let over = false;
  const storm = runStorm(database.url, { runs: 150, seed: Date.now() % 100_000 }).finally(() => {
    over = true;
  });
  const looks: Diagnosis[] = [];
  while (!over) {
    const repair = looks.length % 2 === 0 ? { actor: "test" } : undefined;
    looks.push(await checkDatabase(database.db, { batchSize: 40, repair }));
  }
  expect((await storm).violations).toEqual([]);
  expect(looks.flatMap(complaints)).toEqual([]);
  // Of both kinds of look, there was one that had something to look at.
  for (const kind of [0, 1]) {
    expect(looks.some(({ runs }, index) => index % 2 === kind && runs > 100)).toBe(true);
  }
}, 180_000);

it("looks again once it has the lock: what another transaction mended meanwhile it leaves alone", async () => {
  const runId = await patients.succeeded();
  await database.db.$executeRaw`UPDATE run SET open_steps = 2 WHERE id = ${runId}::uuid`;
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query("BEGIN");
  await other.query("UPDATE run SET open_steps = 0 WHERE id = $1::uuid", [runId]);
  const repairing = checkDatabase(database.db, { repair: { actor: "test" } });
  await until("the repair waits for the run", async () => {
    const { rows } = await other.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
  await other.query("COMMIT");
  await other.end();
  const { checks } = await repairing;
  const counters = checks.find(({ name }) => name === "run-counters");
  expect(counters).toMatchObject({ found: 1, left: 0, changes: 0 });
  expect(await database.db.runEvent.count({ where: { runId, type: "repair" } })).toBe(0);
  expect(await readRun(database.db, runId)).toMatchObject({ status: "succeeded", open_steps: 0 });
});

it("counts all that it finds, and keeps a few, over any number of batches", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 25; index++) ids.push(await patients.succeeded());
  await database.db.$executeRaw`UPDATE run SET dead_steps = 4 WHERE id = ANY (${ids}::uuid[])`;
  const { checks } = await checkDatabase(database.db, { batchSize: 7 });
  const counters = checks.find(({ name }) => name === "run-counters");
  expect(counters).toMatchObject({ found: 25, left: 25 });
  expect(counters?.examples).toHaveLength(10);
  const repaired = await checkDatabase(database.db, { batchSize: 7, repair: { actor: "test" } });
  expect(repaired.checks.every(({ left }) => left === 0)).toBe(true);
});
