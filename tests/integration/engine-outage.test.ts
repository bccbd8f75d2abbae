import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EngineContext } from "@/engine/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start } from "../support/engine";
import { createChain, createGraph } from "../support/executing";
import { type InProcessWorker, startInProcessWorker, WatchedEffect } from "../support/in-process-worker";
import { readRun, readStep, runEnded } from "../support/rows";
import { TcpProxy } from "../support/tcp-proxy";
import { until } from "../support/until";

vi.setConfig({ testTimeout: 60_000 });

/** A worker whose network fails: answers that get lost, and outages shorter and longer than a lease. */
let database: TestDatabase;
let engine: EngineContext;
let proxy: TcpProxy;
let worker: InProcessWorker | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
  proxy = await TcpProxy.start(database.url);
});
afterEach(async () => {
  proxy.cut();
  proxy.restore();
  await worker?.stop();
  worker = undefined;
  await proxy.close();
  await database.drop();
});

const chain = () => createChain(engine);

describe("the answer to a claim that gets lost", () => {
  it("costs the step no attempt: it is given back, and executed once", async () => {
    const watched = new WatchedEffect();
    worker = startInProcessWorker(proxy.url, watched.effect, { pollIntervalMs: 60_000, leaseMs: 3_000 });
    await worker.asleep(database.db);
    const run = await start(engine, await chain());
    proxy.swallowAnswers();
    worker.wake();
    await until(
      "the claim is committed",
      async () => (await readStep(database.db, run.id, "first"))?.status === "running",
    );
    proxy.cut();
    proxy.restore();
    // Until it is given back nobody can claim it; then whoever looks next, takes it.
    await until("the step is executed", () => {
      worker?.wake();
      return watched.calls.length > 0;
    });
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(watched.calls).toEqual(["first", "second"]);
    expect(await readStep(database.db, run.id, "first")).toMatchObject({ attempt: 1, claim_number: 2n, attempts: [] });
  });
});

describe("the answer to a claim that is only late", () => {
  it("is waited for: the lease is kept, and nobody else gets the step", async () => {
    const watched = new WatchedEffect();
    const heartbeatUrl = database.url;
    worker = startInProcessWorker(proxy.url, watched.effect, { pollIntervalMs: 60_000, heartbeatUrl, leaseMs: 6_000 });
    await worker.asleep(database.db);
    const run = await start(engine, await chain());
    proxy.keepAnswers();
    worker.wake();
    await until(
      "the claim is committed",
      async () => (await readStep(database.db, run.id, "first"))?.status === "running",
    );
    // Two heartbeats see a lease that the worker does not know.
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    expect(await readStep(database.db, run.id, "first")).toMatchObject({ status: "running", attempt: 1 });
    proxy.deliverAnswers();
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(watched.calls).toEqual(["first", "second"]);
    expect(await readStep(database.db, run.id, "first")).toMatchObject({ attempt: 1, claim_number: 1n });
  });
});

describe("the answer to a completion that gets lost", () => {
  it("is harmless: the result counts once, and the successor that nobody heard of is given back unburnt", async () => {
    const watched = new WatchedEffect("first");
    worker = startInProcessWorker(proxy.url, watched.effect, { pollIntervalMs: 60_000, leaseMs: 3_000 });
    const run = await start(engine, await chain());
    worker.wake();
    await until("the first step is executed", () => watched.calls.length === 1);
    await worker.asleep(database.db);
    proxy.swallowAnswers();
    watched.release("first");
    await until(
      "the completion is committed",
      async () => (await readStep(database.db, run.id, "second"))?.status === "running",
    );
    proxy.cut();
    proxy.restore();
    await until("the second step is executed", () => {
      worker?.wake();
      return watched.calls.length > 1;
    });
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(watched.calls).toEqual(["first", "second"]);
    expect(await readStep(database.db, run.id, "first")).toMatchObject({ attempt: 1, claim_number: 1n });
    expect(await readStep(database.db, run.id, "second")).toMatchObject({ attempt: 1, claim_number: 2n, attempts: [] });
    expect(worker.runner.counts.refused).toBe(1);
  });
});

describe("an outage shorter than the lease", () => {
  it("costs nothing: what was running goes on, and its result is written when the database is back", async () => {
    const watched = new WatchedEffect("first");
    worker = startInProcessWorker(proxy.url, watched.effect);
    const run = await start(engine, await chain());
    await until("the first step is executed", () => watched.calls.length === 1);
    proxy.cut();
    watched.release("first");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await readStep(database.db, run.id, "first"))?.status).toBe("running");
    proxy.restore();
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(watched.calls).toEqual(["first", "second"]);
    expect(await readStep(database.db, run.id, "first")).toMatchObject({ attempt: 1, claim_number: 1n });
  });
});

describe("an outage longer than the lease", () => {
  it("aborts what is running, and the try counts: a step with one attempt is not executed twice", async () => {
    const watched = new WatchedEffect("call");
    worker = startInProcessWorker(proxy.url, watched.effect, { leaseMs: 1_500 });
    const workflow = await createGraph(engine, [{ id: "call", max_attempts: 1 }], ["start -> call"]);
    const run = await start(engine, workflow);
    await until("the step is executed", () => watched.calls.length === 1);
    proxy.cut();
    await until("the execution is aborted", () => watched.aborted.length === 1);
    proxy.restore();
    expect(await runEnded(database.db, run.id)).toBe("failed");
    expect(watched.calls).toEqual(["call"]);
    expect(await readRun(database.db, run.id)).toMatchObject({ error: { node_id: "call", code: "worker_lost" } });
  });

  it("is followed by another try where attempts are left", async () => {
    const watched = new WatchedEffect("first");
    worker = startInProcessWorker(proxy.url, watched.effect, { leaseMs: 1_500 });
    const run = await start(engine, await chain());
    await until("the step is executed", () => watched.calls.length === 1);
    proxy.cut();
    await until("the execution is aborted", () => watched.aborted.length === 1);
    watched.release("first");
    proxy.restore();
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(watched.calls).toEqual(["first", "first", "second"]);
    expect(await readStep(database.db, run.id, "first")).toMatchObject({
      attempt: 2,
      attempts: [{ attempt: 1, code: "worker_lost" }],
    });
  });

  it("keeps a result that was finished before, and writes it if nobody took the step over", async () => {
    const watched = new WatchedEffect("first");
    worker = startInProcessWorker(proxy.url, watched.effect, { leaseMs: 1_500 });
    const run = await start(engine, await chain());
    await until("the first step is executed", () => watched.calls.length === 1);
    proxy.cut();
    watched.release("first");
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    proxy.restore();
    expect(await runEnded(database.db, run.id)).toBe("succeeded");
    expect(watched.calls).toEqual(["first", "second"]);
    expect(await readStep(database.db, run.id, "first")).toMatchObject({ attempt: 1, claim_number: 1n });
  });
});
