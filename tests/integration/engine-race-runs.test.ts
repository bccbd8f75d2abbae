import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { complete } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import type { Operation } from "../race/operations";
import { Contenders, valuesOf } from "../support/contenders";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, createWorkflow, definitionOf, start } from "../support/engine";
import { claimSteps, createGraph, executeStep, startAndClaim, type Workflow } from "../support/executing";
import { brokenInvariants } from "../support/invariants";
import { readRun, readSteps } from "../support/rows";

vi.setConfig({ testTimeout: 60_000 });

/** Start, retry, cancel and activate, raced from processes of their own against each other and against completions. */
let database: TestDatabase;
let contenders: Contenders;
let engine: EngineContext;
let single: Workflow;
let chain: Workflow;
beforeAll(async () => {
  database = await createTestDatabase();
  contenders = await Contenders.start(database.url, 4, inject("programs").contender);
  engine = createTestEngine(database.db, ({ payload }) =>
    (payload as { die?: boolean }).die
      ? { kind: "dead", error: { code: "http_status", message: "gone", details: null } }
      : { kind: "done", output: { status: 200, headers: {}, body: null } },
  );
  single = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
  chain = await createGraph(engine, [{ id: "call" }, { id: "next" }], ["start -> call", "call -> next"]);
});
afterAll(async () => {
  await contenders.close();
  await database.drop();
});
afterEach(async () => {
  expect(await brokenInvariants(database.db)).toEqual([]);
});

const workerId = randomUUID();
const naturalRounds = 100;
const certainRounds = 6;

/** A run whose only effect has died. */
async function failedRun(): Promise<string> {
  const { runId, claimed } = await startAndClaim(engine, single, { workerId, payload: { die: true } });
  await complete(engine, [await executeStep(engine, claimed.call)], { workerId, leaseMs: 10_000 });
  return runId;
}

describe("retries of one run at the same moment", () => {
  it("let exactly one through", async () => {
    for (let round = 0; round < naturalRounds + certainRounds; round++) {
      const runId = await failedRun();
      const retries = Array.from({ length: 4 }, () => ({ kind: "retry" as const, runId }));
      const answers = await (round < naturalRounds ? contenders.race(retries) : contenders.queueUp(runId, retries));
      expect(valuesOf(answers).filter((won) => won)).toHaveLength(1);
      expect(await readRun(database.db, runId)).toMatchObject({ status: "running", open_steps: 1, dead_steps: 0 });
      expect(await database.db.runEvent.count({ where: { runId, type: "retry" } })).toBe(1);
    }
  });
});

describe("a cancellation and a completion at the same moment", () => {
  async function cancelAndComplete(workflow: Workflow, round: number) {
    const { runId, claimed } = await startAndClaim(engine, workflow, { workerId });
    const finished = [await executeStep(engine, claimed.call)];
    const both: Extract<Operation, { kind: "cancel" | "complete" }>[] = [
      { kind: "cancel", runId },
      { kind: "complete", finished, workerId },
    ];
    if (round % 2 === 0) both.reverse();
    const answers = await (round < naturalRounds ? contenders.race(both) : contenders.queueUp(runId, both));
    const values = valuesOf(answers);
    const cancelled = values.find((value): value is boolean => typeof value === "boolean");
    const completed = values.find((value) => typeof value === "object")?.accepted === 1;
    return { runId, cancelled, completed };
  }

  it("have exactly one outcome when the step is the run's last", async () => {
    for (let round = 0; round < naturalRounds + certainRounds; round++) {
      const { runId, cancelled, completed } = await cancelAndComplete(single, round);
      expect(cancelled).toBe(!completed);
      const status = cancelled ? "cancelled" : "succeeded";
      expect(await readRun(database.db, runId)).toMatchObject({ status, open_steps: 0, dead_steps: 0 });
      expect((await readSteps(database.db, runId)).map((step) => step.status)).toEqual(["succeeded", status]);
    }
  });

  it("leave no successor behind, whichever comes first", async () => {
    for (let round = 0; round < naturalRounds + certainRounds; round++) {
      const { runId, cancelled, completed } = await cancelAndComplete(chain, round);
      expect(cancelled).toBe(true);
      expect(await readRun(database.db, runId)).toMatchObject({ status: "cancelled", open_steps: 0 });
      expect((await readSteps(database.db, runId)).map((step) => step.status)).toEqual(
        completed ? ["succeeded", "succeeded", "cancelled"] : ["succeeded", "cancelled"],
      );
    }
  });
});

describe("a cancellation and a claim at the same moment", () => {
  it("end with the run cancelled, and with whatever was claimed refused", async () => {
    for (let round = 0; round < naturalRounds; round++) {
      const { runId, claimed } = await startAndClaim(engine, chain, { workerId });
      await complete(engine, [await executeStep(engine, claimed.call)], { workerId, leaseMs: 10_000 });
      const answers = await contenders.race<"cancel" | "claim">([
        { kind: "cancel", runId },
        { kind: "claim", workerId, limit: 10, leaseMs: 10_000, runId },
      ]);
      const [, steps] = valuesOf(answers);
      if (Array.isArray(steps) && steps[0]) {
        const finished = await executeStep(engine, steps[0]);
        const { accepted } = await complete(engine, [finished], { workerId, leaseMs: 10_000 });
        expect(accepted.size).toBe(0);
      }
      expect(await readRun(database.db, runId)).toMatchObject({ status: "cancelled", open_steps: 0 });
    }
  });
});

describe("a cancellation, and a claim that shows the run as running only then", () => {
  it("leave the run cancelled", async () => {
    for (let round = 0; round < 20 + certainRounds; round++) {
      const { id: runId } = await start(engine, chain);
      const both: Extract<Operation, { kind: "cancel" | "show" }>[] = [
        { kind: "cancel", runId },
        { kind: "show", runId },
      ];
      if (round % 2 === 0) both.reverse();
      valuesOf(await (round < 20 ? contenders.race(both) : contenders.queueUp(runId, both)));
      expect(await readRun(database.db, runId)).toMatchObject({ status: "cancelled", open_steps: 0 });
    }
  });
});

describe("a retry of a run that is still going on", () => {
  it("is refused, although one of its steps is dead", async () => {
    const workflow = await createGraph(engine, [{ id: "dead" }, { id: "open" }], ["start -> dead", "start -> open"]);
    const { runId, claimed } = await startAndClaim(engine, workflow, { workerId, payload: { die: true } });
    await complete(engine, [await executeStep(engine, claimed.dead)], { workerId, leaseMs: 10_000 });
    expect(await readRun(database.db, runId)).toMatchObject({ status: "running", open_steps: 1, dead_steps: 1 });
    expect(valuesOf(await contenders.race([{ kind: "retry", runId }]))).toEqual([false]);
    expect(await readRun(database.db, runId)).toMatchObject({ status: "running", open_steps: 1, dead_steps: 1 });
  });
});

describe("starts with one idempotency key at the same moment", () => {
  it("make one run of twenty, and all of them name it", async () => {
    for (let round = 0; round < 30; round++) {
      const idempotencyKey = `key ${round}`;
      const starts = Array.from({ length: 4 }, () => ({
        kind: "start" as const,
        workflow: single,
        payload: { round },
        idempotencyKey,
        times: 5,
      }));
      const started = valuesOf(await contenders.race(starts)).flat();
      expect(started).toHaveLength(20);
      expect(new Set(started.map(({ id }) => id)).size).toBe(1);
      expect(started.filter(({ created }) => created)).toHaveLength(1);
      expect(started.every(({ sameFingerprint }) => sameFingerprint)).toBe(true);
      expect(await database.db.run.count({ where: { idempotencyKey } })).toBe(1);
      const [run] = started;
      expect(await readSteps(database.db, run?.id ?? "")).toHaveLength(2);
    }
  });

  it("tell which of them brought another payload", async () => {
    for (let round = 0; round < 30; round++) {
      const starts = [0, 1].map((payload) => ({
        kind: "start" as const,
        workflow: single,
        payload: { payload },
        idempotencyKey: `other ${round}`,
        times: 1,
      }));
      const started = valuesOf(await contenders.race(starts)).flat();
      expect(started.filter(({ created }) => created)).toHaveLength(1);
      expect(started.map(({ created, sameFingerprint }) => created === sameFingerprint)).toEqual([true, true]);
    }
  });
});

describe("starts of several runs at the same moment, with the same keys in opposite orders", () => {
  it("wait for each other, make one run of each key, and never lock each other out", async () => {
    const workflow = await createWorkflow(database.db, definitionOf([{ id: "start", type: "trigger" }], []));
    for (let round = 0; round < 30; round++) {
      const keys = Array.from({ length: 40 }, (_, index) => `round ${round} key ${index}`);
      const starts = [keys, [...keys].reverse(), keys, [...keys].reverse()].map((idempotencyKeys) => ({
        kind: "startTogether" as const,
        workflow,
        idempotencyKeys,
      }));
      const started = valuesOf(await contenders.race(starts)).flat();
      expect(started.filter(({ created }) => created)).toHaveLength(keys.length);
      expect(new Set(started.map(({ id }) => id)).size).toBe(keys.length);
      expect(await database.db.run.count({ where: { idempotencyKey: { in: keys } } })).toBe(keys.length);
    }
  });
});

describe("activations of one workflow at the same moment", () => {
  it("let exactly one through", async () => {
    for (let round = 0; round < 50; round++) {
      const definition = definitionOf([{ id: "start", type: "trigger" }, { id: "call" }], ["start -> call"]);
      const { workflowId } = await createWorkflow(database.db, definition, "draft");
      const answers = await contenders.race(
        Array.from({ length: 4 }, () => ({ kind: "activate" as const, workflowId })),
      );
      expect(valuesOf(answers).sort()).toEqual(["active", "already_active", "already_active", "already_active"]);
    }
  });
});

describe("claims at the same moment", () => {
  it("share the due steps: each goes to one worker, once", async () => {
    const fan = Array.from({ length: 40 }, (_, index) => `step${index}`);
    const workflow = await createGraph(
      engine,
      fan.map((id) => ({ id })),
      fan.map((id) => `start -> ${id}`),
    );
    for (let round = 0; round < 40; round++) {
      const { id: runId } = await start(engine, workflow);
      const claims = [30, 30, 20, 10].map((limit) => ({
        kind: "claim" as const,
        workerId: randomUUID(),
        limit,
        leaseMs: 10_000,
        runId,
      }));
      const answers = valuesOf(await contenders.race(claims));
      const ids = answers.flat().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const rest = await claimSteps(engine, runId, { workerId });
      expect(ids.length + Object.keys(rest).length).toBe(40);
      const steps = await readSteps(database.db, runId);
      expect(steps.every(({ status, attempt }) => status !== "running" || attempt === 1)).toBe(true);
      const owners = new Map(answers.flatMap((steps, index) => steps.map(({ id }) => [id, claims[index]?.workerId])));
      for (const { id, locked_by } of steps) {
        if (owners.has(id)) expect(locked_by).toBe(owners.get(id));
      }
    }
  });

  it("pass over what somebody else has locked instead of waiting for it", async () => {
    const workflow = await createGraph(engine, [{ id: "held" }, { id: "free" }], ["start -> held", "start -> free"]);
    const { id: runId } = await start(engine, workflow);
    const claimed = await database.db.$transaction(async (transaction) => {
      await transaction.$executeRaw`
        SELECT FROM step_execution WHERE run_id = ${runId}::uuid AND node_id = 'held' FOR UPDATE`;
      return claimSteps(engine, runId, { workerId });
    });
    expect(Object.keys(claimed)).toEqual(["free"]);
  });
});
