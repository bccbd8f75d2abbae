import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cancelRun } from "@/engine/cancel";
import type { EngineContext } from "@/engine/context";
import { silentLog } from "@/engine/log";
import { reap } from "@/engine/reap";
import { registerWorker, touchWorker, type WorkerIdentity } from "@/engine/worker-row";
import { Timers } from "../../worker/timers";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine } from "../support/engine";
import { claimSteps, createGraph, startAndClaim } from "../support/executing";
import { readStep } from "../support/rows";
import { until } from "../support/until";

/** Who may reap, and how soon: contact with the database outlives the worker that had it. */
let database: TestDatabase;
let engine: EngineContext;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
});
afterAll(() => database.drop());
beforeEach(() => database.db.worker.deleteMany());

const gapMs = 20_000;
const hourMs = 3_600_000;
const identity = (): WorkerIdentity => ({ id: randomUUID(), host: "here", pid: 1, version: "test" });

/** A worker that was seen so many milliseconds ago, and had been in contact for an hour before. */
async function seenBefore(milliseconds: number): Promise<WorkerIdentity> {
  const worker = identity();
  await registerWorker(database.db, worker, gapMs);
  await database.db.$executeRaw`
    UPDATE worker SET last_seen_at = now() - ${milliseconds}::float8 * interval '1 ms', contact_since = now() - interval '1 hour'
    WHERE id = ${worker.id}::uuid`;
  return worker;
}

const contactOf = async ({ id }: WorkerIdentity): Promise<number> => {
  const { contactSince } = await database.db.worker.findUniqueOrThrow({ where: { id } });
  return Date.now() - contactSince.getTime();
};

it("the first worker has had no contact before", async () => {
  expect(await registerWorker(database.db, identity(), gapMs)).toBeLessThan(hourMs / 2);
});

it("a worker goes on with the contact of one that was just seen, and of nobody who was silent too long", async () => {
  await seenBefore(gapMs + 60_000);
  expect(await registerWorker(database.db, identity(), gapMs)).toBeLessThan(hourMs / 2);
  await database.db.worker.deleteMany();
  await seenBefore(1_000);
  expect(await registerWorker(database.db, identity(), gapMs)).toBeGreaterThan(hourMs / 2);
  // As does who found the database away when it started.
  expect(await registerWorker(database.db, identity(), 0)).toBeLessThan(hourMs / 2);
});

it("of several it takes the shortest contact: one of them may have seen what the others did not", async () => {
  const back = await seenBefore(0);
  await seenBefore(0);
  await touchWorker(database.db, back, { draining: false, reconnected: true, gapMs, goneMs: hourMs });
  expect(await registerWorker(database.db, identity(), gapMs)).toBeLessThan(hourMs / 2);
});

it("a worker that is in touch keeps its contact, one that was silent or lost the database begins anew", async () => {
  const worker = await seenBefore(1_000);
  const how = { draining: false, reconnected: false, gapMs, goneMs: hourMs };
  await touchWorker(database.db, worker, how);
  expect(await contactOf(worker)).toBeGreaterThan(hourMs / 2);
  await touchWorker(database.db, worker, { ...how, reconnected: true });
  expect(await contactOf(worker)).toBeLessThan(hourMs / 2);
  const silent = await seenBefore(gapMs + 1_000);
  expect((await touchWorker(database.db, silent, how)).silentForMs).toBeGreaterThan(gapMs);
  expect(await contactOf(silent)).toBeLessThan(hourMs / 2);
});

it("a sign of life tells whether leases have expired, and whether somebody is gone", async () => {
  const worker = await seenBefore(1_000);
  const how = { draining: false, reconnected: false, gapMs, goneMs: 60_000 };
  expect(await touchWorker(database.db, worker, how)).toMatchObject({ leasesExpired: false, workersGone: false });
  await seenBefore(61_000);
  const workflow = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
  const { runId } = await startAndClaim(engine, workflow, { workerId: randomUUID(), leaseMs: -1_000 });
  expect(await touchWorker(database.db, worker, how)).toMatchObject({ leasesExpired: true, workersGone: true });
  await cancelRun(engine, { runId, actor: "test" });
});

it("a worker that takes the place of a dead one reaps at its first sweep, without waiting for a lease", async () => {
  const workflow = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
  const { runId } = await startAndClaim(engine, workflow, { workerId: randomUUID(), leaseMs: -1_000 });
  await seenBefore(1_000);
  const leaseMs = 1_500;
  const heir = identity();
  const contactMs = await registerWorker(database.db, heir, gapMs);
  let sweeps = 0;
  const db = database.db.$extends({
    query: {
      $allOperations({ args, query }) {
        sweeps++;
        return query(args);
      },
    },
  }) as unknown as typeof database.db;
  const timers = new Timers(engine, { db, identity: heir, leaseMs, contactMs, log: silentLog });
  await until(
    "the step is back in the queue",
    async () => (await readStep(database.db, runId, "call"))?.status === "pending",
  );
  await timers.stop();
  expect(sweeps).toBeLessThanOrEqual(2);
});

it("a worker that takes another's place spares who is back, and takes from who is not", async () => {
  const workflow = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
  const [gone, back] = [await seenBefore(1_000), await seenBefore(1_000)];
  // The database was away; both leases have ended meanwhile.
  const lost = await startAndClaim(engine, workflow, { workerId: gone.id, leaseMs: -1_000 });
  const kept = await startAndClaim(engine, workflow, { workerId: back.id, leaseMs: -1_000 });
  const statusOf = async (runId: string) => (await readStep(database.db, runId, "call"))?.status;
  const leaseMs = 1_500;
  const heir = identity();
  const contactMs = await registerWorker(database.db, heir, gapMs);
  const seen = (worker: WorkerIdentity, lastSeenAt: Date) =>
    database.db.worker.update({ where: { id: worker.id }, data: { lastSeenAt } });
  await seen(gone, new Date(Date.now() - 60_000));
  await seen(back, new Date(Date.now() + hourMs));
  const startedAt = performance.now();
  const timers = new Timers(engine, { db: database.db, identity: heir, leaseMs, contactMs, log: silentLog });
  await until("the step of the one who is gone is back", async () => (await statusOf(lost.runId)) === "pending");
  // After a lease of its own it takes from everybody, as one that nobody preceded.
  await until("the other is taken, too", async () => (await statusOf(kept.runId)) === "pending");
  expect(performance.now() - startedAt).toBeGreaterThan(leaseMs);
  await timers.stop();
});

it("steps that lost their worker twice come back apart from each other, after the first time at once", async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `step${index}`);
  const workflow = await createGraph(
    engine,
    ids.map((id) => ({ id })),
    ids.map((id) => `start -> ${id}`),
  );
  const lease = { workerId: randomUUID(), leaseMs: -1_000 };
  const { runId } = await startAndClaim(engine, workflow, lease);
  expect(await reap(engine, 0)).toMatchObject({ requeued: 40 });
  expect(Object.keys(await claimSteps(engine, runId, lease))).toHaveLength(40);
  expect(await reap(engine, 0)).toMatchObject({ requeued: 40 });
  const times = await Promise.all(
    ids.map(async (id) => (await readStep(database.db, runId, id))?.next_retry_at.getTime()),
  );
  expect(new Set(times).size).toBeGreaterThan(20);
});
