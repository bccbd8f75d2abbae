import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTransitions, stepTransitions } from "@/core/state";
import { cancelRun } from "@/engine/cancel";
import { complete, type FinishedStep } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import { markRunning } from "@/engine/mark-running";
import { retryRun } from "@/engine/retry";
import { recordTransitions, seenTransitions, wrongTransitions } from "../race/transitions";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start, type TestNode } from "../support/engine";
import { claimSteps, createGraph, executeStep, startAndClaim } from "../support/executing";
import { brokenInvariants } from "../support/invariants";

/** What the tables in core/state say, seen in the database: each transition happens, and no other. */
let database: TestDatabase;
let engine: EngineContext;
beforeAll(async () => {
  database = await createTestDatabase();
  await recordTransitions(database.db);
  engine = createTestEngine(database.db);
});
afterAll(() => database.drop());

const workerId = randomUUID();
const actor = "test";
const finish = (...finished: FinishedStep[]) => complete(engine, finished, { workerId, leaseMs: 60_000 });
const error = { code: "http_status", message: "gone", details: "null" };

async function begin(nodes: TestNode[], edges: string[], payload?: object) {
  const workflow = await createGraph(engine, nodes, edges);
  return startAndClaim(engine, workflow, { workerId, ...(payload ? { payload } : {}) });
}

const single = () => begin([{ id: "call" }], ["start -> call"]);
const fork: [TestNode[], string[]] = [
  [{ id: "left" }, { id: "right" }, { id: "join", join: "all" }],
  ["start -> left", "start -> right", "left -> join", "right -> join"],
];

describe("runs and steps", () => {
  it("go through every transition of the tables, and through no other", async () => {
    // Finished within the start, well and badly; what died inline is retried.
    await begin([{ id: "note", type: "log" }], ["start -> note"]);
    const config = { expression: "trigger.missing" };
    const inline = await begin([{ id: "which", type: "condition", config }], ["start -> which"]);
    await retryRun(engine, { runId: inline.runId, actor });

    // Finished before anybody has shown it as running, and after.
    const quick = await single();
    await finish(await executeStep(engine, quick.claimed.call));
    const quickly = await single();
    await finish({ ...(await executeStep(engine, quickly.claimed.call)), outcome: { kind: "dead", error } });
    const shown = await single();
    await markRunning(engine, [shown.runId]);
    const again = { ...(await executeStep(engine, shown.claimed.call)), outcome: { kind: "retry" as const, error } };
    await finish(again);
    const { call } = await claimSteps(engine, shown.runId, { workerId });
    await finish({ ...(await executeStep(engine, call)), outcome: { kind: "dead", error } });

    // A join that is waited for, and one that is cancelled while it waits.
    const joined = await begin(...fork);
    await finish(await executeStep(engine, joined.claimed.left));
    await finish(await executeStep(engine, joined.claimed.right));
    const { join } = await claimSteps(engine, joined.runId, { workerId });
    await finish(await executeStep(engine, join));
    const cancelled = await begin(...fork);
    await finish(await executeStep(engine, cancelled.claimed.left));
    await cancelRun(engine, { runId: cancelled.runId, actor });
    const untouched = await start(engine, await createGraph(engine, [{ id: "call" }], ["start -> call"]));
    await cancelRun(engine, { runId: untouched.id, actor });

    // Branches that are not taken above a join, until the join itself is skipped.
    const skipping = await begin(
      [
        { id: "call" },
        { id: "which", type: "condition", config: { expression: "trigger.yes" } },
        { id: "one" },
        { id: "two" },
        { id: "join", join: "all" },
      ],
      ["start -> call", "call -> which", "which -true-> one", "which -true-> two", "one -> join", "two -> join"],
      { yes: false },
    );
    await finish(await executeStep(engine, skipping.claimed.call));
    const skipped = await claimSteps(engine, skipping.runId, { workerId });
    await finish(await executeStep(engine, skipped.join));

    // A successor that its worker takes along.
    const taken = await begin([{ id: "call" }, { id: "next" }], ["start -> call", "call -> next"]);
    const done = await executeStep(engine, taken.claimed.call);
    await finish({ ...done, successors: done.successors.map((next) => ({ ...next, leased: true })) });

    expect(await wrongTransitions(database.db)).toEqual([]);
    expect(await brokenInvariants(database.db)).toEqual([]);
    expect(await seenTransitions(database.db)).toEqual(
      [
        ...runTransitions.map(({ from, to }) => `run: ${from} → ${to}`),
        ...stepTransitions.map(({ from, to }) => `step_execution: ${from} → ${to}`),
      ].sort(),
    );
  });
});
