import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExactNumber, isJsonObject } from "@/core/json";
import { claim } from "@/engine/claim";
import type { EngineContext } from "@/engine/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createRunner, createTestEngine, createWorkflow, definitionOf, type Effect, start } from "../support/engine";
import { readRun, readSteps } from "../support/rows";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({
    unsound: { rules: ["definitions"], because: "a test destroys a stored definition" },
  });
});
afterAll(() => database.drop());

/** Claims and executes until nothing is due, as one worker does. */
async function drain(engine: EngineContext, rounds = 50): Promise<void> {
  const workerId = randomUUID();
  const runner = createRunner(engine, { workerId });
  for (let round = 0; round < rounds; round++) {
    const steps = await claim(engine, { workerId, limit: 50, leaseMs: 10_000 });
    if (steps.length === 0) break;
    runner.run(steps, performance.now());
    await runner.idle();
  }
  runner.stop();
}

const example = definitionOf(
  [
    { id: "start", type: "trigger" },
    { id: "big", type: "condition", config: { expression: "{{ trigger.amount }} > 100" } },
    { id: "notify", config: { method: "POST", url: "http://127.0.0.1/", body: { amount: "{{ trigger.amount }}" } } },
    { id: "after", type: "log", config: { message: "status {{ steps.notify.output.status }}" } },
    { id: "note", type: "log", config: { message: "small: {{ trigger.amount }}" } },
  ],
  ["start -> big", "big -true-> notify", "big -false-> note", "notify -> after"],
);

describe("a run", () => {
  it("finishes within its start when every node is pure", async () => {
    const engine = createTestEngine(database.db);
    const run = await start(engine, await createWorkflow(database.db, example), { amount: 50 });
    expect(run).toMatchObject({ created: true, status: "succeeded" });
    const steps = await readSteps(database.db, run.id);
    expect(steps.map(({ node_id, status, output }) => [node_id, status, output])).toEqual([
      ["start", "succeeded", '{"amount":50}'],
      ["big", "succeeded", '{"result":false}'],
      ["note", "succeeded", '{"message":"small: 50","level":"info"}'],
    ]);
    expect(await readRun(database.db, run.id)).toMatchObject({ open_steps: 0, dead_steps: 0, error: null });
  });

  it("goes on inline after an effect, which it calls with its dedup key and rendered config", async () => {
    const calls: Parameters<Effect>[0][] = [];
    const engine = createTestEngine(database.db, (execution) => {
      calls.push(execution);
      return { kind: "done", output: { status: 201, headers: {}, body: null } };
    });
    const run = await start(engine, await createWorkflow(database.db, example), { amount: 250 });
    expect(run.status).toBe("pending");
    await drain(engine);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      dedupKey: `run-${run.id}:node-notify`,
      attempt: 1,
      config: { body: { amount: 250 } },
    });
    const steps = await readSteps(database.db, run.id);
    expect(steps.map(({ node_id, status }) => [node_id, status])).toEqual([
      ["start", "succeeded"],
      ["big", "succeeded"],
      ["notify", "succeeded"],
      ["after", "succeeded"],
    ]);
    expect(steps.at(-1)?.output).toBe('{"message":"status 201","level":"info"}');
    expect(await readRun(database.db, run.id)).toMatchObject({ status: "succeeded", open_steps: 0 });
  });

  it("tries again with backoff, records each failed try, and succeeds", async () => {
    let calls = 0;
    const engine = createTestEngine(database.db, () =>
      ++calls < 3
        ? { kind: "retry", error: { code: "http_status", message: "503", details: { status: 503 } } }
        : { kind: "done", output: null },
    );
    const run = await start(engine, await createWorkflow(database.db, example), { amount: 250 });
    for (let attempt = 0; attempt < 3; attempt++) {
      await drain(engine);
      const [waiting] = (await readSteps(database.db, run.id)).filter(({ node_id }) => node_id === "notify");
      if (waiting?.status === "pending") {
        expect(waiting.due_in_ms).toBeGreaterThan(500);
        await database.db
          .$executeRaw`UPDATE step_execution SET next_retry_at = now() - interval '1 s' WHERE run_id = ${run.id}::uuid AND status = 'pending'`;
      }
    }
    const notify = (await readSteps(database.db, run.id)).find(({ node_id }) => node_id === "notify");
    expect(notify).toMatchObject({ status: "succeeded", attempt: 3, error: null });
    expect(notify?.attempts.map(({ attempt, code }) => [attempt, code])).toEqual([
      [1, "http_status"],
      [2, "http_status"],
    ]);
  });

  it("dies when its attempts are used up, and tells the first dead step", async () => {
    const engine = createTestEngine(database.db, () => ({
      kind: "retry",
      error: { code: "http_status", message: "answered 500", details: null },
    }));
    const definition = definitionOf(
      [
        { id: "start", type: "trigger" },
        { id: "call", max_attempts: 1 },
      ],
      ["start -> call"],
    );
    const run = await start(engine, await createWorkflow(database.db, definition));
    await drain(engine);
    expect(await readRun(database.db, run.id)).toMatchObject({
      status: "failed",
      open_steps: 0,
      dead_steps: 1,
      error: { node_id: "call", code: "http_status", message: "answered 500" },
    });
  });

  it("waits for a delay without using an attempt, and keeps its wake time", async () => {
    const engine = createTestEngine(database.db);
    const definition = definitionOf(
      [{ id: "start", type: "trigger" }, { id: "pause", type: "delay", config: { seconds: 3600 } }, { id: "call" }],
      ["start -> pause", "pause -> call"],
    );
    const run = await start(engine, await createWorkflow(database.db, definition));
    await drain(engine);
    const pause = (await readSteps(database.db, run.id)).find(({ node_id }) => node_id === "pause");
    expect(pause).toMatchObject({ status: "pending", attempt: 0 });
    expect(pause?.due_in_ms).toBeGreaterThan(3_590_000);
    const wake = JSON.parse(pause?.output ?? "{}") as { wake_at: string };
    expect(wake.wake_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(pause?.next_retry_at.toISOString()).toBe(wake.wake_at);
    await database.db
      .$executeRaw`UPDATE step_execution SET next_retry_at = date_trunc('milliseconds', now()) WHERE run_id = ${run.id}::uuid AND status = 'pending'`;
    await drain(engine);
    const steps = await readSteps(database.db, run.id);
    expect(steps.map(({ node_id, status, attempt }) => [node_id, status, attempt])).toEqual([
      ["start", "succeeded", 1],
      ["pause", "succeeded", 1],
      ["call", "succeeded", 1],
    ]);
    expect(steps.find(({ node_id }) => node_id === "pause")?.output).toBe(JSON.stringify(wake));
  });

  it("runs a join of two branches once under any, and after both under all", async () => {
    for (const join of ["any", "all"] as const) {
      const calls: string[] = [];
      const engine = createTestEngine(database.db, ({ nodeId }) => {
        calls.push(nodeId);
        return { kind: "done", output: { status: 200, headers: {}, body: nodeId } };
      });
      const definition = definitionOf(
        [{ id: "start", type: "trigger" }, { id: "left" }, { id: "right" }, { id: "join", join }],
        ["start -> left", "start -> right", "left -> join", "right -> join"],
      );
      const run = await start(engine, await createWorkflow(database.db, definition));
      await drain(engine);
      expect(calls.sort()).toEqual(["join", "left", "right"]);
      expect(await readRun(database.db, run.id)).toMatchObject({ status: "succeeded", open_steps: 0 });
    }
  });

  it("skips what an untaken branch leads to when a join of all lies below", async () => {
    const engine = createTestEngine(database.db);
    const definition = definitionOf(
      [
        { id: "start", type: "trigger" },
        { id: "which", type: "condition", config: { expression: "trigger.yes" } },
        { id: "x" },
        { id: "y" },
        { id: "join", join: "all" },
      ],
      ["start -> which", "which -true-> x", "which -false-> y", "x -> join", "y -> join"],
    );
    const run = await start(engine, await createWorkflow(database.db, definition), { yes: true });
    await drain(engine);
    const states = Object.fromEntries(
      (await readSteps(database.db, run.id)).map(({ node_id, status }) => [node_id, status]),
    );
    expect(states).toEqual({ start: "succeeded", which: "succeeded", x: "succeeded", y: "skipped", join: "succeeded" });
    expect(await readRun(database.db, run.id)).toMatchObject({ status: "succeeded", open_steps: 0 });
  });

  it("fails at once, naming the definition, when a stored version was broken by hand", async () => {
    const engine = createTestEngine(database.db);
    const workflow = await createWorkflow(database.db, example);
    const run = await start(engine, workflow, { amount: 250 });
    await database.db.$executeRaw`ALTER TABLE workflow_version DISABLE TRIGGER USER`;
    await database.db
      .$executeRaw`UPDATE workflow_version SET definition = '{"nodes": 1}' WHERE id = ${workflow.versionId}::uuid`;
    await database.db.$executeRaw`ALTER TABLE workflow_version ENABLE TRIGGER USER`;
    await drain(createTestEngine(database.db));
    expect(await readRun(database.db, run.id)).toMatchObject({
      status: "failed",
      error: { code: "invalid_definition" },
    });
  });
});

describe("a result that PostgreSQL refuses", () => {
  it("kills its own step and no other", async () => {
    // No executor makes such a number; PostgreSQL finds that it is no JSON (SQLSTATE 22P02).
    const noNumber = new ExactNumber("1.0.0");
    const engine = createTestEngine(database.db, ({ payload }) => ({
      kind: "done",
      output: isJsonObject(payload) && payload.bad ? noNumber : "fine",
    }));
    const definition = definitionOf([{ id: "start", type: "trigger" }, { id: "call" }], ["start -> call"]);
    const workflow = await createWorkflow(database.db, definition);
    const runs = [
      await start(engine, workflow),
      await start(engine, workflow, { bad: true }),
      await start(engine, workflow),
    ];
    await drain(engine);
    const ended = await Promise.all(runs.map(({ id }) => readRun(database.db, id)));
    expect(ended.map(({ status, error }) => [status, error?.code])).toEqual([
      ["succeeded", undefined],
      ["failed", "output_not_storable"],
      ["succeeded", undefined],
    ]);
  });
});
