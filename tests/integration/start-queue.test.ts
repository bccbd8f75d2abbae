import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sqlState } from "@/db/errors";
import { claim } from "@/engine/claim";
import { complete } from "@/engine/complete";
import { fingerprintOf } from "@/engine/start";
import { StartQueue } from "@/engine/start-queue";
import type { Wake } from "@/engine/wake";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, createWorkflow, definitionOf, start } from "../support/engine";
import { createGraph, executeStep } from "../support/executing";
import { newTestRun } from "../support/new-test-run";
import { until } from "../support/until";

let database: TestDatabase;
let queue: StartQueue;
let workflow: { workflowId: string; versionId: string };
/** What workers are told: by a notice of its own, or with a statement, if that is allowed. */
const told = { notices: 0, carried: 0, answered: 0, mayCarry: false };
const wake: Wake = {
  notify: () => void told.notices++,
  carry() {
    if (!told.mayCarry) return undefined;
    told.carried++;
    return () => void told.answered++;
  },
};
beforeAll(async () => {
  database = await createTestDatabase();
  queue = new StartQueue({ db: database.db, wake });
});
afterAll(() => database.drop());
beforeEach(async () => {
  Object.assign(told, { notices: 0, carried: 0, answered: 0, mayCarry: false });
  workflow = await newWorkflow();
});

const newWorkflow = () => createWorkflow(database.db, definitionOf([{ id: "start", type: "trigger" }], []));

/** What was written by one statement has one transaction. */
async function transactions(workflowId: string): Promise<number[]> {
  const rows = await database.db.$queryRaw<{ runs: number }[]>`
    SELECT count(*)::int AS runs FROM run WHERE workflow_id = ${workflowId}::uuid GROUP BY xmin::text ORDER BY min(id::text)`;
  return rows.map(({ runs }) => runs).sort((one, other) => one - other);
}

describe("starts of one workflow at the same moment", () => {
  it("are inserted together, behind the one that came first; each is answered with its own run", async () => {
    const runs = Array.from({ length: 50 }, (_, index) => newTestRun(workflow, { input: `{"index":${index}}` }));
    const inserted = await Promise.all(runs.map((run) => queue.add(run)));
    expect(inserted.map((run) => run?.id)).toEqual(runs.map(({ id }) => id));
    expect(await transactions(workflow.workflowId)).toEqual([1, 49]);
    const stored = await database.db.$queryRaw<{ id: string; input: string; output: string; steps: number }[]>`
      SELECT run.id, run.input::text, min(step.output::text) AS output, count(*)::int AS steps
      FROM run JOIN step_execution AS step ON step.run_id = run.id WHERE run.workflow_id = ${workflow.workflowId}::uuid
      GROUP BY run.id`;
    expect(new Map(stored.map(({ id, ...rest }) => [id, rest]))).toEqual(
      new Map(runs.map(({ id, input }) => [id, { input, output: input, steps: 1 }])),
    );
  });

  it("go in batches of a hundred, and of a million characters; what is larger goes alone", async () => {
    const input = (characters: number) => JSON.stringify("x".repeat(characters - 2));
    const sizes = [10, 2_000_000, 400_000, 400_000, 400_000, ...Array.from({ length: 105 }, () => 10)];
    await Promise.all(sizes.map((characters) => queue.add(newTestRun(workflow, { input: input(characters) }))));
    // The first; the large one; two of the middle and what fits beside them; the rest.
    expect(await transactions(workflow.workflowId)).toEqual([1, 1, 8, 100]);
  });

  it("with one idempotency key are one run, whatever else goes along", async () => {
    const runs = ["a", "b", "a", "b", "a"].map((idempotencyKey) =>
      newTestRun(workflow, { idempotencyKey, fingerprint: idempotencyKey.repeat(64) }),
    );
    const inserted = await Promise.all(runs.map((run) => queue.add(run)));
    const [a, b] = runs.map(({ id }) => id);
    expect(inserted.map((run) => run?.id)).toEqual([a, b, a, b, a]);
    expect(inserted.map((run) => run?.fingerprint)).toEqual(["a", "b", "a", "b", "a"].map((key) => key.repeat(64)));
  });
});

describe("a start that cannot be", () => {
  it("holds up nobody else: what PostgreSQL refuses is told to its caller only", async () => {
    const runs = Array.from({ length: 20 }, (_, index) =>
      newTestRun(workflow, { actor: index === 13 ? "a\u0000" : "a" }),
    );
    const settled = await Promise.allSettled(runs.map((run) => queue.add(run)));
    const refused = settled.flatMap((one, index) => (one.status === "rejected" ? [[index, sqlState(one.reason)]] : []));
    expect(refused).toEqual([[13, "22021"]]);
    expect(await database.db.run.count({ where: { workflowId: workflow.workflowId } })).toBe(19);
  });

  it("because the workflow is not active, or has changed, answers nothing; a test run does not ask", async () => {
    const { updatedAt } = await database.db.workflow.findUniqueOrThrow({ where: { id: workflow.workflowId } });
    const before = new Date(updatedAt.getTime() - 1);
    const add = (values: Parameters<typeof newTestRun>[1]) => queue.add(newTestRun(workflow, values));
    expect(
      (await Promise.all([add({}), add({ unchangedSince: updatedAt }), add({ unchangedSince: before })])).map(Boolean),
    ).toEqual([true, true, false]);
    await database.db.workflow.update({ where: { id: workflow.workflowId }, data: { status: "archived" } });
    expect((await Promise.all([add({}), add({}), add({ triggerType: "test" })])).map(Boolean)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("because the database is away is told to everybody who waits, and the next one is started", async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query("BEGIN; LOCK TABLE run");
      const settled = Promise.allSettled([1, 2, 3].map(() => queue.add(newTestRun(workflow))));
      await until("the first start waits", async () => (await waiting()).length === 1);
      const [pid] = await waiting();
      await client.query("SELECT pg_terminate_backend($1)", [pid]);
      expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
      await client.query("COMMIT");
      expect(await queue.add(newTestRun(workflow))).toMatchObject({ status: "succeeded" });
      expect(await transactions(workflow.workflowId)).toEqual([1]);
    } finally {
      await client.end();
    }
  });
});

it("a batch that loses a deadlock to results goes in halves, and every start is answered", async () => {
  const engine = createTestEngine(database.db);
  const graph = await createGraph(engine, [{ id: "call" }], ["start -> call"]);
  const call = { nodeId: "call", nodeType: "http_request", status: null, maxAttempts: 3 };
  const steps = [...newTestRun(graph).steps, { ...call, edgesIn: 1, needAll: false, decided: 1, taken: 1 }];
  const add = (idempotencyKey: string | null) =>
    queue.add(
      newTestRun(graph, { steps, idempotencyKey, fingerprint: idempotencyKey === null ? null : fingerprintOf({}) }),
    );
  // Results lock runs in the order of their ids, starts in that of their keys: here they go opposite ways.
  const low = await start(engine, graph, {}, "z");
  const middle = await start(engine, graph, {}, "m");
  const high = await start(engine, graph, {}, "a");
  const workerId = randomUUID();
  const claimed = await claim(engine, { workerId, limit: 10, leaseMs: 60_000 });
  const finished = await Promise.all(claimed.map((step) => executeStep(engine, step)));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM run WHERE id = $1 FOR UPDATE", [middle.id]);
    const completion = complete(engine, finished, { workerId, leaseMs: 60_000 });
    await until("the results wait for the run in the middle", async () => (await waiting()).length === 1);
    const before = add(null);
    const starts = ["a", "z", "new", null].map(add);
    await before;
    await until("the starts wait for the results", async () => (await waiting()).length === 2);
    await client.query("COMMIT");
    // Which of the two PostgreSQL ends is its choice; results are sent again by their queue, not by this statement.
    const [completed] = await Promise.allSettled([completion]);
    if (completed?.status === "rejected") await complete(engine, finished, { workerId, leaseMs: 60_000 });
    const started = await Promise.all(starts);
    expect(started.slice(0, 2).map((run) => run?.id)).toEqual([high.id, low.id]);
    expect(started.every((run) => run !== undefined)).toBe(true);
  } finally {
    await client.end();
  }
});

it("does not wait for another workflow", async () => {
  const other = await newWorkflow();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM workflow WHERE id = $1 FOR UPDATE", [workflow.workflowId]);
    const held = queue.add(newTestRun(workflow));
    await until("the first start waits", async () => (await waiting()).length === 1);
    expect(await queue.add(newTestRun(other))).toMatchObject({ status: "succeeded" });
    expect(await waiting()).toHaveLength(1);
    await client.query("COMMIT");
    expect(await held).toMatchObject({ status: "succeeded" });
  } finally {
    await client.end();
  }
});

describe("workers are told of what was started", () => {
  /** Starts with a step that somebody has to claim. */
  const open = (values: Parameters<typeof newTestRun>[1] = {}) => {
    const step = { nodeId: "call", nodeType: "http_request", status: null, maxAttempts: 3 } as const;
    const steps = [...newTestRun(workflow).steps, { ...step, edgesIn: 1, needAll: false, decided: 1, taken: 1 }];
    return queue.add(newTestRun(workflow, { steps, ...values }));
  };
  const heardWith = async (start: () => Promise<unknown>): Promise<number> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let heard = 0;
    client.on("notification", () => void heard++);
    try {
      await client.query("LISTEN workflow_engine_wake");
      await start();
      await client.query("SELECT 1");
      return heard;
    } finally {
      await client.end();
    }
  };

  it("with the statement itself, once, where it may carry the notice", async () => {
    told.mayCarry = true;
    expect(await heardWith(() => open())).toBe(1);
    expect(told).toMatchObject({ carried: 1, answered: 1, notices: 0 });
    expect(await heardWith(() => Promise.all(Array.from({ length: 30 }, () => open())))).toBe(told.carried - 1);
    expect(told).toMatchObject({ carried: 3, answered: 3, notices: 0 });
  });

  it("by one notice a statement where it may not", async () => {
    expect(await heardWith(() => Promise.all(Array.from({ length: 30 }, () => open())))).toBe(0);
    expect(told).toMatchObject({ carried: 0, notices: 2 });
  });

  it("not where nothing is left to do, or nothing was started", async () => {
    told.mayCarry = true;
    await queue.add(newTestRun(workflow));
    expect(told.carried).toBe(0);
    told.mayCarry = false;
    await open({ idempotencyKey: "a", fingerprint: "a".repeat(64) });
    await open({ idempotencyKey: "a", fingerprint: "a".repeat(64) });
    expect(told.notices).toBe(1);
  });

  it("by others again, when the start that was to carry it was refused", async () => {
    told.mayCarry = true;
    await expect(open({ actor: "a\u0000" })).rejects.toThrow();
    expect(told).toMatchObject({ carried: 1, answered: 1, notices: 0 });
    expect(await heardWith(() => open())).toBe(1);
  });
});

/** Sessions of this database that wait for a lock; not asked within a transaction, which would see the same all along. */
async function waiting(): Promise<number[]> {
  const rows = await database.db.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.map(({ pid }) => pid);
}
