import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { EngineContext } from "@/engine/context";
import { Contenders, valuesOf } from "../support/contenders";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine } from "../support/engine";
import { claimSteps, createGraph, executeStep, startAndClaim } from "../support/executing";
import { brokenInvariants } from "../support/invariants";
import { readRun, readSteps } from "../support/rows";

vi.setConfig({ testTimeout: 60_000 });

/** Two workers, in processes of their own, finish steps of one run at the same moment. */
let database: TestDatabase;
let contenders: Contenders;
let engine: EngineContext;
beforeAll(async () => {
  database = await createTestDatabase();
  contenders = await Contenders.start(database.url, 2, inject("programs").contender);
  engine = createTestEngine(database.db, ({ config }) =>
    config.body === "die"
      ? { kind: "dead", error: { code: "http_status", message: "gone", details: null } }
      : { kind: "done", output: { status: 200, headers: {}, body: null } },
  );
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
const certainRounds = 5;
const config = (body: string) => ({ url: "http://127.0.0.1/", body });

/** The runs of many rounds: together at a barrier, then one behind the other with snapshots of before. */
async function finishBoth(
  workflow: { workflowId: string; versionId: string },
  check: (runId: string) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < naturalRounds + certainRounds; round++) {
    const { runId, claimed } = await startAndClaim(engine, workflow, { workerId });
    const finished = await Promise.all([executeStep(engine, claimed.left), executeStep(engine, claimed.right)]);
    const operations = finished.map((one) => ({ kind: "complete" as const, finished: [one], workerId }));
    const answers = await (round < naturalRounds
      ? contenders.race(operations)
      : contenders.queueUp(runId, round % 2 === 0 ? operations : operations.reverse()));
    expect(valuesOf(answers).map(({ accepted }) => accepted)).toEqual([1, 1]);
    await check(runId);
  }
}

describe("the last two steps of a run", () => {
  it.each([
    ["go on", "go on", { status: "succeeded", open_steps: 0, dead_steps: 0 }],
    ["go on", "die", { status: "failed", open_steps: 0, dead_steps: 1 }],
    ["die", "die", { status: "failed", open_steps: 0, dead_steps: 2 }],
  ])("finish it: one does %s, the other does %s", async (left, right, expected) => {
    const workflow = await createGraph(
      engine,
      [
        { id: "left", config: config(left) },
        { id: "right", config: config(right) },
      ],
      ["start -> left", "start -> right"],
    );
    await finishBoth(workflow, async (runId) => {
      expect(await readRun(database.db, runId)).toMatchObject(expected);
    });
  });
});

describe("two parents of a join", () => {
  it.each(["any", "all"] as const)("bring it about once, under %s", async (join) => {
    const workflow = await createGraph(
      engine,
      [{ id: "left" }, { id: "right" }, { id: "join", join }],
      ["start -> left", "start -> right", "left -> join", "right -> join"],
    );
    await finishBoth(workflow, async (runId) => {
      expect(await readRun(database.db, runId)).toMatchObject({ status: "running", open_steps: 1 });
      const { join: step } = await claimSteps(engine, runId, { workerId });
      const finished = await executeStep(engine, step);
      expect(valuesOf(await contenders.race([{ kind: "complete", finished: [finished], workerId }]))).toEqual([
        { accepted: 1, enqueued: 0 },
      ]);
      expect(await readRun(database.db, runId)).toMatchObject({ status: "succeeded", open_steps: 0 });
      expect(await readSteps(database.db, runId)).toHaveLength(4);
    });
  });

  it("leave it to the other when one of them dies: under any it runs, under all it waits for a retry", async () => {
    for (const join of ["any", "all"] as const) {
      const workflow = await createGraph(
        engine,
        [{ id: "left" }, { id: "right", config: config("die") }, { id: "join", join }],
        ["start -> left", "start -> right", "left -> join", "right -> join"],
      );
      await finishBoth(workflow, async (runId) => {
        const steps = await readSteps(database.db, runId);
        expect(steps.find(({ node_id }) => node_id === "join")?.status).toBe(join === "any" ? "pending" : "blocked");
        expect((await readRun(database.db, runId)).status).toBe(join === "any" ? "running" : "failed");
      });
    }
  });
});

describe("one batch, sent twice at once", () => {
  it("is accepted once as a whole", async () => {
    const workflow = await createGraph(
      engine,
      [{ id: "left" }, { id: "right" }, { id: "join", join: "all" }],
      ["start -> left", "start -> right", "left -> join", "right -> join"],
    );
    for (let round = 0; round < naturalRounds + certainRounds; round++) {
      const { runId, claimed } = await startAndClaim(engine, workflow, { workerId });
      const finished = await Promise.all([executeStep(engine, claimed.left), executeStep(engine, claimed.right)]);
      const twice = [0, 1].map(() => ({ kind: "complete" as const, finished, workerId }));
      const answers = await (round < naturalRounds ? contenders.race(twice) : contenders.queueUp(runId, twice));
      expect(
        valuesOf(answers)
          .map(({ accepted }) => accepted)
          .sort(),
      ).toEqual([0, 2]);
      expect(await readRun(database.db, runId)).toMatchObject({ status: "running", open_steps: 1 });
    }
  });
});

describe("a batch that holds a join's result and a late arrival at it", () => {
  it("is accepted, and the join is not begun anew", async () => {
    const workflow = await createGraph(
      engine,
      [{ id: "left" }, { id: "right" }, { id: "join", join: "any" }],
      ["start -> left", "start -> right", "left -> join", "right -> join"],
    );
    const { runId, claimed } = await startAndClaim(engine, workflow, { workerId });
    const [left, right] = await Promise.all([executeStep(engine, claimed.left), executeStep(engine, claimed.right)]);
    expect(valuesOf(await contenders.race([{ kind: "complete", finished: [left], workerId }]))).toEqual([
      { accepted: 1, enqueued: 1 },
    ]);
    const { join } = await claimSteps(engine, runId, { workerId });
    const batch = [right, await executeStep(engine, join)];
    expect(valuesOf(await contenders.race([{ kind: "complete", finished: batch, workerId }]))).toEqual([
      { accepted: 2, enqueued: 0 },
    ]);
    expect(await readRun(database.db, runId)).toMatchObject({ status: "succeeded", open_steps: 0 });
  });
});
