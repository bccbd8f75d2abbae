import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { complete, type FinishedStep } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createRunner, createTestEngine } from "../support/engine";
import { claimSteps, createGraph, executeStep, startAndClaim } from "../support/executing";
import { brokenInvariants } from "../support/invariants";
import { readRun, readStep, readSteps } from "../support/rows";

/** Pure nodes at which branches meet go on with the worker that leads to them, without a claim, once nothing is to be waited for. */
let database: TestDatabase;
let engine: EngineContext;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = createTestEngine(database.db);
});
afterAll(() => database.drop());
afterEach(async () => {
  expect(await brokenInvariants(database.db)).toEqual([]);
});

const lease = { workerId: randomUUID(), leaseMs: 60_000 };
const gate = { id: "gate", type: "condition", config: { expression: "true" } };
const note = { id: "note", type: "log", config: { message: "{{ steps.call.output.status }}" } };

const leasing = (finished: FinishedStep): FinishedStep => ({
  ...finished,
  successors: finished.successors.map((next) => ({ ...next, leased: next.status === null })),
});

describe("a runner", () => {
  const both = (target: string): string[] => [`gate -true-> ${target}`, `gate -false-> ${target}`];

  it("goes on with what both branches lead to", async () => {
    const workflow = await createGraph(
      engine,
      [{ id: "call" }, gate, note],
      ["start -> call", "call -> gate", ...both("note")],
    );
    const { runId, claimed } = await startAndClaim(engine, workflow, lease);
    const runner = createRunner(engine, { workerId: lease.workerId });
    runner.run(Object.values(claimed), performance.now());
    await runner.idle();
    runner.stop();
    expect(await readRun(database.db, runId)).toMatchObject({ status: "succeeded", open_steps: 0 });
    expect(await readStep(database.db, runId, "note")).toMatchObject({ attempt: 1, claim_number: 1n, attempts: [] });
  });

  it("takes a batch of a wide fan-out along, and leaves the rest to whoever claims it", async () => {
    const leaves = Array.from({ length: 530 }, (_, index) => ({ ...note, id: `leaf${index}` }));
    const edges = leaves.flatMap(({ id }) => both(id));
    const workflow = await createGraph(
      engine,
      [{ id: "call" }, gate, ...leaves],
      ["start -> call", "call -> gate", ...edges],
    );
    const { runId, claimed } = await startAndClaim(engine, workflow, lease);
    const runner = createRunner(engine, { workerId: lease.workerId });
    runner.run(Object.values(claimed), performance.now());
    await runner.idle();
    const states = (await readSteps(database.db, runId)).map(({ status }) => status);
    expect(states.filter((status) => status === "pending")).toHaveLength(30);
    expect(states.filter((status) => status === "succeeded")).toHaveLength(503);
    runner.run(Object.values(await claimSteps(engine, runId, lease)), performance.now());
    await runner.idle();
    runner.stop();
    expect(await readRun(database.db, runId)).toMatchObject({ status: "succeeded", open_steps: 0 });
  });
});

describe("a runner that may lease nothing", () => {
  it("leaves a join to whoever claims it", async () => {
    const workflow = await createGraph(
      engine,
      [{ id: "call" }, gate, note],
      ["start -> call", "call -> gate", "gate -true-> note", "gate -false-> note"],
    );
    const { runId, claimed } = await startAndClaim(engine, workflow, lease);
    const runner = createRunner(engine, { workerId: lease.workerId, leaseSuccessors: false });
    runner.run(Object.values(claimed), performance.now());
    await runner.idle();
    runner.stop();
    expect(await readStep(database.db, runId, "note")).toMatchObject({ status: "pending", claim_number: 0n });
  });
});

describe("the statement that is asked for a lease", () => {
  const edges = ["start -> left", "start -> right", "left -> note", "right -> note"];
  const fork = (join: "any" | "all") =>
    createGraph(engine, [{ id: "left" }, { id: "right" }, { ...note, config: { message: "met" }, join }], edges);

  it("grants none of a join that waits for another edge, nor when that is decided later", async () => {
    const { runId, claimed } = await startAndClaim(engine, await fork("all"), lease);
    const left = await complete(engine, [leasing(await executeStep(engine, claimed.left))], lease);
    expect(left.leased).toEqual([]);
    expect(await readStep(database.db, runId, "note")).toMatchObject({ status: "blocked", claim_number: 0n });
    const right = await complete(engine, [leasing(await executeStep(engine, claimed.right))], lease);
    expect([right.leased, right.enqueued]).toEqual([[], 1]);
    expect(await readStep(database.db, runId, "note")).toMatchObject({ status: "pending", claim_number: 0n });
  });

  it("grants it when one batch decides all edges, and says how many were taken", async () => {
    const { claimed } = await startAndClaim(engine, await fork("all"), lease);
    const results = await Promise.all([executeStep(engine, claimed.left), executeStep(engine, claimed.right)]);
    const { leased } = await complete(engine, results.map(leasing), lease);
    expect(leased).toMatchObject([
      { step: { nodeId: "note", nodeType: "log", edgesIn: 2, edgesTaken: 2, claimNumber: 1n } },
    ]);
  });

  it("grants it at the first arrival that is enough, and leaves it alone at the second", async () => {
    const { runId, claimed } = await startAndClaim(engine, await fork("any"), lease);
    const first = await complete(engine, [leasing(await executeStep(engine, claimed.left))], lease);
    expect(first.leased).toMatchObject([{ step: { nodeId: "note", edgesTaken: 1 } }]);
    const second = await complete(engine, [leasing(await executeStep(engine, claimed.right))], lease);
    expect([second.leased, second.enqueued]).toEqual([[], 0]);
    await complete(engine, [await executeStep(engine, first.leased[0]?.step)], lease);
    expect(await readRun(database.db, runId)).toMatchObject({ status: "succeeded", open_steps: 0 });
  });

  it("puts a join into the queue that is there because an edge was not taken to it", async () => {
    const no = { id: "no", type: "condition", config: { expression: "false" } };
    const met = { type: "log", config: { message: "met" } };
    // Edges that were not taken are only recorded above a join that waits for all of its own.
    const workflow = await createGraph(
      engine,
      [{ id: "left" }, { id: "right" }, { id: "last" }, no, { ...met, id: "note" }, { ...met, id: "end", join: "all" }],
      [
        ...["start -> left", "start -> right", "start -> last", "left -> no"],
        ...["no -true-> note", "right -> note", "last -> note", "note -> end", "right -> end"],
      ],
    );
    const { runId, claimed } = await startAndClaim(engine, workflow, lease);
    await complete(engine, [leasing(await executeStep(engine, claimed.left))], lease);
    expect(await readStep(database.db, runId, "note")).toMatchObject({ status: "blocked" });
    const { leased, enqueued } = await complete(engine, [leasing(await executeStep(engine, claimed.right))], lease);
    expect([leased, enqueued]).toEqual([[], 1]);
    expect(await readStep(database.db, runId, "note")).toMatchObject({ status: "pending", claim_number: 0n });
  });

  it("grants a join that no edge was taken to, which is then skipped", async () => {
    const no = (id: string) => ({ id, type: "condition", config: { expression: "false" } });
    const workflow = await createGraph(
      engine,
      [{ id: "call" }, no("one"), no("two"), { ...note, join: "all" }],
      ["start -> call", "call -> one", "call -> two", "one -true-> note", "two -true-> note"],
    );
    const { runId, claimed } = await startAndClaim(engine, workflow, lease);
    const { leased } = await complete(engine, [leasing(await executeStep(engine, claimed.call))], lease);
    expect(leased).toMatchObject([{ step: { nodeId: "note", edgesIn: 2, edgesTaken: 0 } }]);
    await complete(engine, [await executeStep(engine, leased[0]?.step)], lease);
    expect(await readStep(database.db, runId, "note")).toMatchObject({ status: "skipped" });
    expect(await readRun(database.db, runId)).toMatchObject({ status: "succeeded", open_steps: 0 });
  });
});
