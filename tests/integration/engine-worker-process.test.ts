import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "@/db/client";
import type { EngineContext } from "@/engine/context";
import { silentLog } from "@/engine/log";
import { WakeChannel } from "@/engine/notify";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start } from "../support/engine";
import { createGraph, startAndClaim } from "../support/executing";
import { type HttpSink, startHttpSink } from "../support/http-sink";
import { brokenInvariants } from "../support/invariants";
import { readSteps, runEnded } from "../support/rows";
import { startThrowAwayServer } from "../support/throw-away-server";
import { until } from "../support/until";
import { spawnWorker, type WorkerProcess } from "../support/worker-process";

/** One worker process and its surroundings: signals, notices, grants that it never heard of, a server that restarts. */
let database: TestDatabase;
let engine: EngineContext;
let sink: HttpSink;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  sink = await startHttpSink();
});
afterEach(async () => {
  expect(await brokenInvariants(database.db)).toEqual([]);
  await sink.close();
});

const patient = 60_000;
const chain = (path: string) =>
  createGraph(
    engine,
    [
      { id: "call", config: { url: sink.url(path) } },
      { id: "next", config: { url: sink.url("/next") } },
    ],
    ["start -> call", "call -> next"],
  );

const rowOf = ({ id }: WorkerProcess) => database.db.worker.findUnique({ where: { id } });

describe("SIGTERM", () => {
  it(
    "lets a running step finish, begins nothing new, removes the worker's row, and ends with 0",
    async () => {
      const worker = await spawnWorker(database.url, { "lease-seconds": 2 });
      const run = await start(engine, await chain("/held"));
      await until("the step is executed", () => sink.count("/held") === 1);
      worker.kill("SIGTERM");
      await until("the worker is shown as draining", async () => (await rowOf(worker))?.draining);
      const other = await start(engine, await chain("/other"));
      sink.release();
      expect(await worker.exited).toBe(0);
      expect(await rowOf(worker)).toBeNull();
      const [, call, next] = await readSteps(database.db, run.id);
      expect(call).toMatchObject({ status: "succeeded", attempt: 1, claim_number: 1n });
      expect(next).toMatchObject({ status: "pending", attempt: 0, claim_number: 0n });
      expect((await readSteps(database.db, other.id))[1]).toMatchObject({ status: "pending", claim_number: 0n });
      expect([sink.count("/next"), sink.count("/other")]).toEqual([0, 0]);

      const heir = await spawnWorker(database.url);
      expect([await runEnded(database.db, run.id), await runEnded(database.db, other.id)]).toEqual([
        "succeeded",
        "succeeded",
      ]);
      expect(sink.count("/held")).toBe(1);
      heir.kill("SIGTERM");
      expect(await heir.exited).toBe(0);
    },
    patient,
  );

  it(
    "gives back unburnt what does not finish in time",
    async () => {
      const worker = await spawnWorker(database.url, { "shutdown-timeout-seconds": 0 });
      const run = await start(engine, await chain("/held"));
      await until("the step is executed", () => sink.count("/held") === 1);
      worker.kill("SIGTERM");
      expect(await worker.exited).toBe(0);
      expect(await rowOf(worker)).toBeNull();
      const [, call] = await readSteps(database.db, run.id);
      expect(call).toMatchObject({ status: "pending", attempt: 0, claim_number: 1n, locked_by: null, attempts: [] });
      expect(call?.due_in_ms).toBeLessThanOrEqual(0);
      sink.release();
      await spawnWorker(database.url);
      expect(await runEnded(database.db, run.id)).toBe("succeeded");
      expect((await readSteps(database.db, run.id))[1]).toMatchObject({ attempt: 1, claim_number: 2n, attempts: [] });
    },
    patient,
  );
});

describe("a run that was started", () => {
  it(
    "is picked up at once when there was a notice, and by polling when there was none",
    async () => {
      const worker = await spawnWorker(database.url, { "poll-interval-ms": 60_000 });
      const wake = new WakeChannel(database.url, silentLog);
      await wake.start();
      const noticed = await start({ ...engine, wake }, await chain("/ok"));
      expect(await runEnded(database.db, noticed.id)).toBe("succeeded");
      await wake.close();
      worker.kill("SIGTERM");
      await worker.exited;

      await spawnWorker(database.url, { "poll-interval-ms": 100 });
      const unnoticed = await start(engine, await chain("/ok"));
      expect(await runEnded(database.db, unnoticed.id)).toBe("succeeded");
    },
    patient,
  );
});

describe("a lease that a worker was granted and never heard of", () => {
  it(
    "is given back by its heartbeat, and the attempt does not count",
    async () => {
      // The answer to this claim goes elsewhere, and its lease is longer than the test. It is made before the worker is there
      // that has made it, as the database knows it: else the worker's first look might find the step.
      const unheard = { workerId: randomUUID(), leaseMs: 600_000 };
      const { runId } = await startAndClaim(engine, await chain("/ok"), unheard);
      // It looks at the queue when it begins, and then not by itself before the test is over.
      const worker = await spawnWorker(database.url, { "lease-seconds": 2, "poll-interval-ms": 60_000 });
      await database.db.$executeRaw`
        UPDATE step_execution SET locked_by = ${worker.id}::uuid WHERE locked_by = ${unheard.workerId}::uuid`;
      expect(await runEnded(database.db, runId)).toBe("succeeded");
      expect((await readSteps(database.db, runId))[1]).toMatchObject({ attempt: 1, claim_number: 2n, attempts: [] });
      await until("the worker says so", () => worker.said("gave back leases"));
      expect(sink.requests.size).toBe(2);
    },
    patient,
  );
});

describe("a server that restarts, and one that crashes, while workers run", () => {
  it(
    "stops no worker: what was finished is written, and work goes on",
    async () => {
      const server = await startThrowAwayServer({ durable: true });
      const db = createDatabase(server.url, { max: 4 });
      try {
        const own = createTestEngine(db);
        const config = { url: sink.url(), method: "POST" };
        const nodes = [
          { id: "call", config },
          { id: "next", config },
        ];
        const workflow = await createGraph(own, nodes, ["start -> call", "call -> next"]);
        const flags = { "lease-seconds": 10, concurrency: 4, "poll-interval-ms": 100 };
        const workers = await Promise.all([spawnWorker(server.url, flags), spawnWorker(server.url, flags)]);
        for (const mode of ["fast", "immediate"] as const) {
          const before = sink.count();
          const runs = await Promise.all(Array.from({ length: 100 }, () => start(own, workflow)));
          await until("work has begun", () => sink.count() > before + 20);
          await server.restart(mode);
          await until("all runs are finished", async () => {
            const open = db.run.count({ where: { status: { in: ["pending", "running"] } } });
            return (await open.catch(() => 1)) === 0;
          });
          const ended = await db.run.groupBy({ by: "status", _count: { _all: true } });
          expect(ended).toEqual([{ status: "succeeded", _count: { _all: mode === "fast" ? 100 : 200 } }]);
          expect(runs).toHaveLength(100);
        }
        expect(await brokenInvariants(db)).toEqual([]);
        // No request beyond one a step, but for tries that are on record because an outage outlasted their lease.
        expect(sink.count() - 400).toBeLessThanOrEqual(await db.stepAttempt.count());
        expect(workers.map((worker) => worker.hasExited())).toEqual([false, false]);
        for (const worker of workers) worker.kill("SIGTERM");
        expect(await Promise.all(workers.map(({ exited }) => exited))).toEqual([0, 0]);
      } finally {
        await db.$disconnect();
        await server.close();
      }
    },
    2 * patient,
  );
});
