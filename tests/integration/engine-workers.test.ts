import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/db/types";
import type { EngineContext } from "@/engine/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start, type TestNode } from "../support/engine";
import { createGraph, type Workflow } from "../support/executing";
import { failsOnce, type HttpSink, startHttpSink } from "../support/http-sink";
import { brokenInvariants } from "../support/invariants";
import { until } from "../support/until";
import { spawnWorker } from "../support/worker-process";

/** Many runs through several worker processes: each step succeeds once, none is lost, every failed try is on record. */
let database: TestDatabase;
let engine: EngineContext;
let sink: HttpSink | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
});
afterAll(() => database.drop());
afterEach(async () => {
  expect(await brokenInvariants(database.db)).toEqual([]);
  await sink?.close();
});

const patient = 120_000;

async function startMany(workflow: Workflow, count: number): Promise<void> {
  for (let begun = 0; begun < count; begun += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - begun) }, () => start(engine, workflow)));
  }
}

async function allFinished(db: Database, { workflowId }: Workflow): Promise<void> {
  await until(
    "all runs are finished",
    async () => (await db.run.count({ where: { workflowId, status: { in: ["pending", "running"] } } })) === 0,
    patient,
  );
}

async function countBy(workflow: Workflow, what: "run" | "step_execution"): Promise<Record<string, number>> {
  const rows = await database.db.$queryRawUnsafe<{ status: string; count: number }[]>(
    `SELECT status::text, count(*)::int AS count FROM ${what} WHERE workflow_id = $1::uuid GROUP BY 1`,
    workflow.workflowId,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** The requests of each step as its row counts them: one a try, and a failed one where the sink failed it. */
async function triesBy(workflow: Workflow): Promise<Map<string, { attempt: number; failed: string[] }>> {
  const rows = await database.db.$queryRaw<{ dedup_key: string; attempt: number; failed: string[] }[]>`
    SELECT dedup_key, attempt, ARRAY(
      SELECT tried.error ->> 'code' FROM step_attempt AS tried WHERE tried.step_id = step.id ORDER BY claim_number
    ) AS failed
    FROM step_execution AS step
    WHERE workflow_id = ${workflow.workflowId}::uuid AND node_type = 'http_request'`;
  return new Map(rows.map(({ dedup_key, attempt, failed }) => [dedup_key, { attempt, failed }]));
}

describe("two thousand runs of which a quarter fails once", () => {
  it.each<[number, TestNode[], string[]]>([
    [2, [{ id: "call" }, { id: "note", type: "log" }], ["start -> call", "call -> note"]],
    [4, [{ id: "call" }, { id: "next" }], ["start -> call", "call -> next"]],
  ])(
    "are done by %i processes, each step once",
    async (processes, nodes, edges) => {
      const opened = await startHttpSink({ failQuarter: true });
      sink = opened;
      const config = { method: "POST", url: opened.url() };
      const workflow = await createGraph(
        engine,
        nodes.map((node) => (node.type ? node : { ...node, config })),
        edges,
      );
      // Nobody is killed here, so no lease may end, however busy the machine is.
      const flags = { "lease-seconds": 60 };
      const workers = await Promise.all(Array.from({ length: processes }, () => spawnWorker(database.url, flags)));
      await startMany(workflow, 2_000);
      await allFinished(database.db, workflow);
      expect(await countBy(workflow, "run")).toEqual({ succeeded: 2_000 });
      expect(await countBy(workflow, "step_execution")).toEqual({ succeeded: 6_000 });

      const tries = await triesBy(workflow);
      for (const [key, { attempt, failed }] of tries) {
        expect(failed).toEqual(failsOnce(key) ? ["http_status"] : []);
        expect(attempt).toBe(failsOnce(key) ? 2 : 1);
        expect(opened.requests.get(key)).toBe(attempt);
      }
      expect(tries.size).toBe(opened.requests.size);
      expect([...tries.keys()].filter(failsOnce).length).toBeGreaterThan(tries.size / 5);

      for (const worker of workers) worker.kill("SIGTERM");
      expect(await Promise.all(workers.map(({ exited }) => exited))).toEqual(workers.map(() => 0));
      const counts = workers.map(({ log }) => log.find(({ msg }) => msg === "stopped"));
      expect(counts.every((count) => Number(count?.completed) > 0)).toBe(true);
      const completed = counts.reduce((sum, count) => sum + Number(count?.completed), 0);
      expect(completed).toBe(opened.count());
      expect(counts.map((count) => count?.refused)).toEqual(workers.map(() => 0));
    },
    patient,
  );
});

describe("workers of which one is killed and one is paused under load", () => {
  it(
    "still do each step once, and every try that was cut off is on record",
    async () => {
      const opened = await startHttpSink({ latencyMs: 40 });
      sink = opened;
      const config = { method: "POST", url: opened.url() };
      const nodes = [
        { id: "call", config, max_attempts: 10 },
        { id: "next", config, max_attempts: 10 },
      ];
      const workflow = await createGraph(engine, nodes, ["start -> call", "call -> next"]);
      const flags = { "lease-seconds": 1, "poll-interval-ms": 50 };
      const [killed, paused, steady] = await Promise.all([
        spawnWorker(database.url, flags),
        spawnWorker(database.url, flags),
        spawnWorker(database.url, flags),
      ]);
      await startMany(workflow, 600);
      await until("a quarter is done", () => opened.count() > 300);
      killed.kill("SIGKILL");
      await until("half is done", () => opened.count() > 600);
      paused.kill("SIGSTOP");
      const lostBy = async (worker: { id: string }) =>
        database.db.stepExecution.count({ where: { status: "running", lockedBy: worker.id } });
      await until("the others have taken all that both held", async () => {
        return (await lostBy(killed)) + (await lostBy(paused)) === 0;
      });
      paused.kill("SIGCONT");
      await allFinished(database.db, workflow);
      expect(await countBy(workflow, "run")).toEqual({ succeeded: 600 });
      expect(await countBy(workflow, "step_execution")).toEqual({ succeeded: 1_800 });
      const tries = [...(await triesBy(workflow))];
      expect(tries.every(([, { failed }]) => failed.every((code) => code === "worker_lost"))).toBe(true);
      // Each request that arrived is accounted for; a try may also have been cut off before it sent one.
      for (const [key, { attempt, failed }] of tries) {
        expect(attempt).toBe(failed.length + 1);
        expect(opened.requests.get(key)).toBeLessThanOrEqual(attempt);
      }
      expect(tries.filter(([, { failed }]) => failed.length > 0).length).toBeGreaterThan(0);
      expect(paused.hasExited()).toBe(false);
      await until("one of them says so", () => [steady, paused].some(({ said }) => said("took steps from workers")));
    },
    patient,
  );
});
