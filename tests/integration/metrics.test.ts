import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { stepError } from "@/core/executor";
import { cancelRun } from "@/engine/cancel";
import { claim } from "@/engine/claim";
import type { EngineContext } from "@/engine/context";
import { readQueueStats } from "@/engine/queue-stats";
import { reap } from "@/engine/reap";
import { createWebMetrics } from "@/server/metrics";
import { createWorkerMetrics } from "../../worker/metrics";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createRunner, createTestEngine, createWorkflow, definitionOf, type Effect, start } from "../support/engine";

const token = "a-token-of-some-length";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.db.$executeRaw`TRUNCATE run, step_execution, worker CASCADE`);
afterAll(() => database.drop());

/** An engine that counts as a worker's does, and its figures as Prometheus would read them. */
function countingEngine(effect?: Effect) {
  const metrics = createWorkerMetrics({
    token,
    db: database.db,
    version: "1.2.3",
    concurrency: 20,
    wakeConnected: () => true,
    activeSteps: () => 0,
  });
  const engine: EngineContext = { ...createTestEngine(database.db, effect), metrics: metrics.engine };
  return { engine, figures: async () => parse((await metrics.scrape(`Bearer ${token}`))?.text ?? "") };
}

/** `name{labels}` → value, labels as they are printed. */
function parse(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

async function work(engine: EngineContext): Promise<void> {
  const workerId = randomUUID();
  const runner = createRunner(engine, { workerId });
  for (;;) {
    const steps = await claim(engine, { workerId, limit: 50, leaseMs: 10_000 });
    runner.run(steps, performance.now());
    await runner.idle();
    if (steps.length === 0) break;
  }
  runner.stop();
}

const chain = definitionOf(
  [{ id: "start", type: "trigger" }, { id: "call" }, { id: "note", type: "log" }],
  ["start -> call", "call -> note"],
);

describe("a worker's figures", () => {
  it("are those of the runs that it really did", async () => {
    const { engine, figures } = countingEngine();
    const workflow = await createWorkflow(database.db, chain);
    for (let index = 0; index < 3; index++) await start(engine, workflow);
    await work(engine);
    const seen = await figures();
    expect(seen.get('workflow_engine_runs_started_total{trigger_type="api"}')).toBe(3);
    expect(seen.get('workflow_engine_runs_finished_total{status="succeeded"}')).toBe(3);
    expect(seen.get('workflow_engine_runs_finished_total{status="failed"}')).toBe(0);
    expect(tries(seen, "http_request", "done", false)).toBe(3);
    expect(tries(seen, "log", "done", true)).toBe(3);
    expect(seen.get('workflow_engine_step_duration_seconds_count{node_type="http_request"}')).toBe(3);
    expect(seen.get("workflow_engine_claim_batch_steps_count")).toBe(2);
    expect(seen.get("workflow_engine_claim_batch_steps_sum")).toBe(3);
    expect(seen.get('workflow_engine_build_info{version="1.2.3"}')).toBe(1);
    expect(seen.get("workflow_engine_worker_concurrency")).toBe(20);
    expect(seen.get("workflow_engine_wake_connected")).toBe(1);
    expect(seen.get("process_cpu_seconds_total")).toBeGreaterThan(0);
  });

  it("tell failed tries by code, and the last one as dead", async () => {
    const error = stepError("http_status", "502");
    const { engine, figures } = countingEngine(() => ({ kind: "retry", error }));
    const once = definitionOf(
      [
        { id: "start", type: "trigger" },
        { id: "call", max_attempts: 1 },
      ],
      ["start -> call"],
    );
    await start(engine, await createWorkflow(database.db, chain));
    await start(engine, await createWorkflow(database.db, once));
    await work(engine);
    const seen = await figures();
    expect(seen.get('workflow_engine_step_failures_total{code="http_status"}')).toBe(2);
    expect([tries(seen, "http_request", "retry", false), tries(seen, "http_request", "dead", false)]).toEqual([1, 1]);
    expect(seen.get('workflow_engine_runs_finished_total{status="failed"}')).toBe(1);
    expect(seen.get("workflow_engine_dead_steps")).toBe(1);
    expect(seen.get('workflow_engine_queue_steps{state="scheduled"}')).toBe(1);
  });

  it("count what dies inline, and the run that ends with its start", async () => {
    const { engine, figures } = countingEngine();
    const broken = definitionOf(
      [
        { id: "start", type: "trigger" },
        { id: "note", type: "log", config: { message: "{{ trigger.missing }}" } },
      ],
      ["start -> note"],
    );
    await start(engine, await createWorkflow(database.db, broken));
    const seen = await figures();
    expect(seen.get('workflow_engine_step_failures_total{code="missing_path"}')).toBe(1);
    expect(tries(seen, "log", "dead", true)).toBe(1);
    expect(seen.get('workflow_engine_runs_finished_total{status="failed"}')).toBe(1);
  });

  it("count cancelled runs, refused results and lost workers", async () => {
    const cancelled: string[] = [];
    const { engine, figures } = countingEngine(async ({ runId }) => {
      if (cancelled.includes(runId)) await cancelRun(engine, { runId, actor: "test" });
      return { kind: "done", output: { status: 200, headers: {}, body: null } };
    });
    const workflow = await createWorkflow(database.db, chain);
    cancelled.push((await start(engine, workflow)).id);
    await work(engine);
    await start(engine, workflow);
    await claim(engine, { workerId: randomUUID(), limit: 1, leaseMs: 1 });
    await vi.waitFor(async () => expect(await reap(engine, 1)).toMatchObject({ requeued: 1 }));
    const seen = await figures();
    expect(seen.get('workflow_engine_runs_finished_total{status="cancelled"}')).toBe(1);
    expect(seen.get("workflow_engine_results_refused_total")).toBe(1);
    expect(seen.get('workflow_engine_step_failures_total{code="worker_lost"}')).toBe(1);
  });

  it("are for nobody without the token", async () => {
    const options = { token, db: database.db, version: "1", concurrency: 1, wakeConnected: () => true };
    const metrics = createWorkerMetrics({ ...options, activeSteps: () => 0 });
    expect(await metrics.scrape("Bearer another-token-of-some-length")).toBeUndefined();
    expect(await metrics.scrape(undefined)).toBeUndefined();
  });
});

describe("the queue's figures", () => {
  it("tell what waits, since when, and for what", async () => {
    const engine = createTestEngine(database.db);
    const joined = definitionOf(
      [{ id: "start", type: "trigger" }, { id: "a" }, { id: "b" }, { id: "both", join: "all" }],
      ["start -> a", "start -> b", "a -> both", "b -> both"],
    );
    const run = await start(engine, await createWorkflow(database.db, joined));
    await start(engine, await createWorkflow(database.db, chain));
    await start(engine, await createWorkflow(database.db, chain));
    await database.db.$executeRaw`
      UPDATE step_execution SET next_retry_at = now() + interval '1 hour' WHERE id = (SELECT max(id) FROM step_execution)`;
    await database.db.$executeRaw`
      UPDATE step_execution SET next_retry_at = now() - interval '90 s' WHERE run_id = ${run.id}::uuid AND node_id = 'b'`;
    const workerId = randomUUID();
    const runner = createRunner(engine, { workerId });
    runner.run(await claim(engine, { workerId, limit: 1, leaseMs: 10_000 }), performance.now());
    await runner.idle();
    runner.stop();
    await claim(engine, { workerId: randomUUID(), limit: 1, leaseMs: 1 });
    await database.db.$executeRaw`INSERT INTO worker (id, host, pid, version, draining) VALUES
      (gen_random_uuid(), 'a', 1, '1', false), (gen_random_uuid(), 'b', 2, '1', true), (gen_random_uuid(), 'c', 3, '1', false)`;
    await vi.waitFor(async () => expect((await readQueueStats(database.db)).expiredLeases).toBe(1));
    expect(await readQueueStats(database.db)).toEqual({
      due: 1,
      scheduled: 1,
      running: 1,
      blocked: 1,
      dead: 0,
      expiredLeases: 1,
      oldestDueSeconds: expect.any(Number),
      activeWorkers: 2,
      drainingWorkers: 1,
    });
  });

  it("tell the age of the oldest due step, and 0 when none is due", async () => {
    const engine = createTestEngine(database.db);
    expect((await readQueueStats(database.db)).oldestDueSeconds).toBe(0);
    await start(engine, await createWorkflow(database.db, chain));
    await database.db.$executeRaw`UPDATE step_execution SET next_retry_at = now() + interval '1 hour'`;
    expect((await readQueueStats(database.db)).oldestDueSeconds).toBe(0);
    await database.db
      .$executeRaw`UPDATE step_execution SET next_retry_at = now() - interval '90 s' WHERE status = 'pending'`;
    expect((await readQueueStats(database.db)).oldestDueSeconds).toBeCloseTo(90, -1);
  });

  it("are in the web process's answer too", async () => {
    const metrics = createWebMetrics({ db: database.db, wakeConnected: () => false });
    const engine: EngineContext = { ...createTestEngine(database.db), metrics: metrics.engine };
    await start(engine, await createWorkflow(database.db, chain));
    const { contentType, text } = await metrics.render();
    const seen = parse(text);
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(seen.get('workflow_engine_queue_steps{state="due"}')).toBe(1);
    expect(seen.get('workflow_engine_runs_started_total{trigger_type="api"}')).toBe(1);
    expect(seen.get("workflow_engine_wake_connected")).toBe(0);
    expect(seen.get("workflow_engine_database_up")).toBe(1);
  });
});

function tries(seen: Map<string, number>, nodeType: string, outcome: string, inline: boolean): number | undefined {
  return seen.get(`workflow_engine_step_tries_total{node_type="${nodeType}",outcome="${outcome}",inline="${inline}"}`);
}
