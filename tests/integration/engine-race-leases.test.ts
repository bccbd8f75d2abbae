import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { complete } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import { extendLeases, giveBackLeases } from "@/engine/heartbeat";
import { reap } from "@/engine/reap";
import type { Operation } from "../race/operations";
import { Contenders, valuesOf } from "../support/contenders";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine } from "../support/engine";
import { claimSteps, createGraph, executeStep, startAndClaim, type Workflow } from "../support/executing";
import { brokenInvariants } from "../support/invariants";
import { readRun, readSteps } from "../support/rows";

vi.setConfig({ testTimeout: 60_000 });

/** Leases that have expired: who may still finish, who may take over, and what a late result is worth. */
let database: TestDatabase;
let contenders: Contenders;
let engine: EngineContext;
let thrice: Workflow;
let once: Workflow;
beforeAll(async () => {
  database = await createTestDatabase();
  contenders = await Contenders.start(database.url, 2, inject("programs").contender);
  engine = createTestEngine(database.db, ({ attempt }) => ({
    kind: "done",
    output: { status: 200, headers: {}, body: attempt },
  }));
  thrice = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
  once = await createGraph(engine, [{ id: "call", max_attempts: 1 }], ["start -> call"]);
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
/** a lease that is over when it begins */
const expired = { workerId, leaseMs: -1_000 };

describe("the reaper and the finisher of one step at the same moment", () => {
  it.each([
    ["with attempts left", () => thrice, { open_steps: 1, dead_steps: 0 }, "pending"],
    ["on the last attempt", () => once, { status: "failed", open_steps: 0, dead_steps: 1 }, "dead"],
  ] as const)("have exactly one outcome %s", async (_title, workflow, reapedRun, reapedStep) => {
    for (let round = 0; round < naturalRounds + certainRounds; round++) {
      const { runId, claimed } = await startAndClaim(engine, workflow(), expired);
      const finished = [await executeStep(engine, claimed.call)];
      const both: Extract<Operation, { kind: "complete" | "reap" }>[] = [
        { kind: "complete", finished, workerId },
        { kind: "reap" },
      ];
      if (round % 2 === 0) both.reverse();
      const answers = valuesOf(await (round < naturalRounds ? contenders.race(both) : contenders.queueUp(runId, both)));
      const accepted = answers.find((value) => "accepted" in value)?.accepted;
      const reaped = answers.find((value) => "dead" in value);
      expect((reaped?.dead ?? 0) + (reaped?.requeued ?? 0)).toBe(accepted === 1 ? 0 : 1);
      expect(await readRun(database.db, runId)).toMatchObject(
        accepted === 1 ? { status: "succeeded", open_steps: 0, dead_steps: 0 } : reapedRun,
      );
      const [, step] = await readSteps(database.db, runId);
      expect(step?.status).toBe(accepted === 1 ? "succeeded" : reapedStep);
      expect(step?.attempts).toEqual(accepted === 1 ? [] : [{ attempt: 1, code: "worker_lost" }]);
      expect((await readRun(database.db, runId)).error?.code).toBe(
        accepted === 0 && reapedStep === "dead" ? "worker_lost" : undefined,
      );
    }
  });
});

describe("a reaper and a finisher of the same two runs", () => {
  it("lock them in one order, wherever their rows lie and however results are ordered, and so never wait for each other in a circle", async () => {
    const workflow = await createGraph(engine, [{ id: "late" }, { id: "call" }], ["start -> late", "start -> call"]);
    for (let round = 0; round < 12; round++) {
      const runs = [
        await startAndClaim(engine, workflow, { workerId }),
        await startAndClaim(engine, workflow, { workerId }),
      ];
      const [first] = runs.map(({ runId }) => runId).sort();
      const finished = await Promise.all(runs.map(({ claimed }) => executeStep(engine, claimed.call)));
      if (round % 3 > 0) finished.reverse();
      for (const { runId } of runs) {
        await database.db.$executeRaw`
          UPDATE step_execution SET lease_expires_at = now() - interval '1 s'
          WHERE run_id = ${runId}::uuid AND node_id = 'late'`;
      }
      // Its newest version lies behind the other run's now.
      if (round % 2 === 0) await database.db.$executeRaw`UPDATE run SET actor = actor WHERE id = ${first}::uuid`;
      const both: Extract<Operation, { kind: "complete" | "reap" }>[] = [
        { kind: "reap" },
        { kind: "complete", finished, workerId },
      ];
      if (round % 4 < 2) both.reverse();
      const values = valuesOf(await contenders.queueUp(first ?? "", both));
      expect(values).toContainEqual({ requeued: 2, dead: 0 });
      expect(values).toContainEqual({ accepted: 2, enqueued: 0 });
    }
  });
});

describe("two reapers at the same moment", () => {
  it("take a step once", async () => {
    for (let round = 0; round < naturalRounds + certainRounds; round++) {
      const { runId } = await startAndClaim(engine, thrice, expired);
      const both = [{ kind: "reap" as const }, { kind: "reap" as const }];
      const answers = await (round < naturalRounds ? contenders.race(both) : contenders.queueUp(runId, both));
      expect(valuesOf(answers).reduce((sum, { requeued }) => sum + requeued, 0)).toBe(1);
      const [, step] = await readSteps(database.db, runId);
      expect(step?.attempts).toHaveLength(1);
      await claimSteps(engine, runId, { workerId });
    }
  });
});

describe("a server that has just started", () => {
  it("gives every lease its time: nothing is reaped before one lease has passed", async () => {
    await startAndClaim(engine, thrice, expired);
    const sinceYesterday = 86_400_000;
    expect(await reap(engine, sinceYesterday)).toMatchObject({ requeued: 0, dead: 0 });
    expect(await reap(engine, 0)).toMatchObject({ requeued: 1, dead: 0 });
  });
});

describe("a reaper that had to wait", () => {
  it("leaves a step alone whose lease was extended meanwhile", async () => {
    const { runId, claimed } = await startAndClaim(engine, thrice, expired);
    const held = Object.values(claimed).map(({ id, claimNumber }) => ({ stepId: id, claimNumber }));
    const answers = await contenders.queueUp(runId, [{ kind: "reap" }], () => extendLeases(database.db, held, 60_000));
    expect(valuesOf(answers)).toEqual([{ requeued: 0, dead: 0 }]);
    expect((await readSteps(database.db, runId)).map(({ status }) => status)).toEqual(["succeeded", "running"]);
  });

  it("leaves a step alone that was given back and claimed anew, lease expired again or not", async () => {
    const { runId, claimed } = await startAndClaim(engine, thrice, expired);
    const held = Object.values(claimed).map(({ id, claimNumber }) => ({ stepId: id, claimNumber }));
    const answers = await contenders.queueUp(runId, [{ kind: "reap" }], async () => {
      await giveBackLeases(database.db, workerId, held);
      await claimSteps(engine, runId, expired);
    });
    expect(valuesOf(answers)).toEqual([{ requeued: 0, dead: 0 }]);
    expect(await reap(engine, 0)).toMatchObject({ requeued: 1, dead: 0 });
  });
});

describe("a worker that was paused past its lease", () => {
  it("is refused, whatever it brings and however late, while the new holder is accepted", async () => {
    for (let round = 0; round < naturalRounds + certainRounds; round++) {
      const { runId, claimed } = await startAndClaim(engine, thrice, expired);
      const late = await executeStep(engine, claimed.call);
      expect(await reap(engine, 0)).toMatchObject({ requeued: 1 });
      const { call } = await claimSteps(engine, runId, { workerId });
      const current = await executeStep(engine, call);
      const both = [
        { kind: "complete" as const, finished: [late], workerId },
        { kind: "complete" as const, finished: [current], workerId },
      ];
      // Not queued up: whether a late result waits for the run's lock, or is refused before, is the planner's choice.
      const answers = await contenders.race(both);
      expect(valuesOf(answers).map(({ accepted }) => accepted)).toEqual([0, 1]);
      const [, step] = await readSteps(database.db, runId);
      expect(step).toMatchObject({ status: "succeeded", attempt: 2, claim_number: 2n });
      expect(JSON.parse(step?.output ?? "")).toMatchObject({ body: 2 });
    }
  });

  it("is refused even when the attempt numbers are the same again, after a retry of the run", async () => {
    const { runId, claimed } = await startAndClaim(engine, once, expired);
    const late = await executeStep(engine, claimed.call);
    expect(await reap(engine, 0)).toMatchObject({ dead: 1 });
    expect(valuesOf(await contenders.race([{ kind: "retry", runId }]))).toEqual([true]);
    const { call } = await claimSteps(engine, runId, { workerId });
    expect(call).toMatchObject({ attempt: claimed.call?.attempt, claimNumber: 2n });
    expect((await complete(engine, [late], { workerId, leaseMs: 10_000 })).accepted.size).toBe(0);
    expect(
      (await complete(engine, [await executeStep(engine, call)], { workerId, leaseMs: 10_000 })).accepted.size,
    ).toBe(1);
  });

  it("cannot extend the new holder's lease", async () => {
    const { runId, claimed } = await startAndClaim(engine, thrice, expired);
    const held = Object.values(claimed).map(({ id, claimNumber }) => ({ stepId: id, claimNumber }));
    await reap(engine, 0);
    await claimSteps(engine, runId, expired);
    await extendLeases(database.db, held, 60_000);
    expect(await reap(engine, 0)).toMatchObject({ requeued: 1 });
  });
});
