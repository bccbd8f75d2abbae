import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newestRuns, readRunTokens } from "@/db/run-changes";
import { cancelRun } from "@/engine/cancel";
import { complete } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import { extendLeases, giveBackLeases } from "@/engine/heartbeat";
import { markRunning } from "@/engine/mark-running";
import { reap } from "@/engine/reap";
import { retryRun } from "@/engine/retry";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createTestEngine, start } from "../support/engine";
import { claimSteps, createGraph, executeStep, type Workflow } from "../support/executing";
import { readRun, readSteps } from "../support/rows";

/** The token of a run, and of the list: it changes with everything that a page shows, and with nothing else. */
const workerId = randomUUID();
let database: TestDatabase;
let outcome: Parameters<typeof createTestEngine>[1];
let engine: EngineContext;
let workflow: Workflow;
beforeAll(async () => {
  // One connection: what it has read is counted.
  database = await createTestDatabase({ max: 1 });
  engine = createTestEngine(database.db, (execution) => {
    if (!outcome) throw new Error("no outcome was prepared");
    return outcome(execution);
  });
  workflow = await createGraph(
    engine,
    [{ id: "call", max_attempts: 2 }, { id: "other" }, { id: "both", join: "all" }],
    ["start -> call", "start -> other", "call -> both", "other -> both"],
  );
});
afterAll(() => database.drop());

async function tokensOf(runId: string): Promise<{ run: string | undefined; list: string | null }> {
  const { runs, newest } = await readRunTokens(database.db, { runIds: [runId], newest: true });
  return { run: runs.get(runId), list: newest };
}

const done = () => ({ kind: "done", output: { status: 200, headers: {}, body: null } }) as const;
const failed = { code: "http_error", message: "no", details: null };

/** Everything that happens to a run in its life, in this order; each is seen in the run's token. */
const life: { what: string; happens(runId: string): Promise<unknown>; inList: boolean }[] = [
  { what: "a claim", happens: (runId) => claimSteps(engine, runId, { workerId }), inList: false },
  { what: "the mark that it runs", happens: (runId) => markRunning(engine, [runId]), inList: true },
  {
    what: "the first step of two done",
    happens: (runId) => finish(runId, "other", done),
    inList: false,
  },
  {
    what: "a failed try",
    happens: (runId) => finish(runId, "call", () => ({ kind: "retry", error: failed, delayMs: 0 })),
    inList: false,
  },
  { what: "the claim of the next try", happens: claimAgain, inList: false },
  { what: "a give-back of a lease that nobody knows", happens: giveBack, inList: false },
  { what: "the claim after that", happens: claimAgain, inList: false },
  {
    what: "the last try",
    happens: (runId) => finish(runId, "call", () => ({ kind: "dead", error: failed })),
    inList: true,
  },
  { what: "the retry of the run", happens: (runId) => retryRun(engine, { runId, actor: "test" }), inList: true },
  { what: "the claim after the retry", happens: claimAgain, inList: false },
  {
    what: "a wait",
    happens: (runId) => finish(runId, "call", () => ({ kind: "wait", delayMs: 0, output: null })),
    inList: false,
  },
  { what: "a claim with a lease that is over", happens: (runId) => claimAgain(runId, -1_000), inList: false },
  { what: "the reaper", happens: () => reap(engine, 0), inList: false },
  { what: "the cancellation", happens: (runId) => cancelRun(engine, { runId, actor: "test" }), inList: true },
];

async function claimAgain(runId: string, leaseMs?: number): Promise<void> {
  await database.db.$executeRaw`
    UPDATE step_execution SET next_retry_at = date_trunc('milliseconds', now())
    WHERE run_id = ${runId}::uuid AND status = 'pending'`;
  const claimed = await claimSteps(engine, runId, { workerId, ...(leaseMs === undefined ? {} : { leaseMs }) });
  expect(Object.keys(claimed)).toEqual(["call"]);
}

async function leaseOf(runId: string, nodeId: string) {
  const step = (await readSteps(database.db, runId)).find(({ node_id }) => node_id === nodeId);
  if (!step) throw new Error(`no step ${nodeId}`);
  return { stepId: step.id, claimNumber: step.claim_number };
}

async function giveBack(runId: string): Promise<void> {
  expect(await giveBackLeases(database.db, workerId, [await leaseOf(runId, "call")])).toBe(1);
}

/** Finishes a step that is claimed: found again by its row, as the claim's answer is gone. */
async function finish(runId: string, nodeId: string, result: NonNullable<typeof outcome>): Promise<void> {
  outcome = result;
  const { stepId, claimNumber } = await leaseOf(runId, nodeId);
  const [row] = await database.db.$queryRaw<{ attempt: number; max_attempts: number; edges_in: number }[]>`
    SELECT attempt, max_attempts, edges_in FROM step_execution WHERE id = ${stepId}`;
  if (!row) throw new Error("no row");
  const step = {
    id: stepId,
    claimNumber,
    runId,
    ...workflow,
    nodeId,
    nodeType: "http_request",
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    edgesIn: row.edges_in,
    edgesTaken: 1,
    dedupKey: `run-${runId}:node-${nodeId}`,
    output: null,
    payload: "{}",
    payloadBytes: 2,
    runPending: false,
    leased: false,
    ahead: false,
  };
  const { accepted } = await complete(engine, [await executeStep(engine, step)], { workerId, leaseMs: 10_000 });
  expect(accepted.size).toBe(1);
}

it("is another one after everything that happens to a run, and never one that was there before", async () => {
  const { id } = await start(engine, workflow);
  let before = await tokensOf(id);
  const seen = new Set([before.run]);
  for (const { what, happens, inList } of life) {
    await happens(id);
    const after = await tokensOf(id);
    expect(seen, what).not.toContain(after.run);
    expect(after.list !== before.list, `the list after ${what}`).toBe(inList);
    seen.add(after.run);
    before = after;
  }
  expect((await readRun(database.db, id)).status).toBe("cancelled");
});

describe("what nobody sees", () => {
  it("leaves the token alone: a heartbeat, another run, a second look", async () => {
    const { id } = await start(engine, workflow);
    await claimSteps(engine, id, { workerId });
    const before = await tokensOf(id);
    expect((await extendLeases(database.db, [await leaseOf(id, "call")], 60_000)).size).toBe(1);
    expect(await tokensOf(id)).toEqual(before);
    await start(engine, workflow);
    const after = await tokensOf(id);
    expect(after.run).toBe(before.run);
    expect(after.list).not.toBe(before.list);
  });

  it("is no token: a run that is not there", async () => {
    expect((await tokensOf(randomUUID())).run).toBeUndefined();
  });
});

it("reads the list and the steps by index, however many there are", async () => {
  await database.db.$executeRaw`
    INSERT INTO run (id, workflow_id, version_id, status, input, trigger_type, actor, open_steps, created_at, started_at,
      finished_at)
    SELECT gen_random_uuid(), ${workflow.workflowId}::uuid, ${workflow.versionId}::uuid, 'succeeded', '{}', 'api', 'test', 0,
      now() - number * interval '1 minute', now(), now()
    FROM generate_series(1, 20000) AS number`;
  await database.db.$executeRaw`
    INSERT INTO step_execution (run_id, workflow_id, node_id, node_type, status, attempt, max_attempts, dedup_key, output,
      finished_at)
    SELECT id, workflow_id, node_id, node_type, 'succeeded', 1, 1, 'run-' || id || ':node-' || node_id, '{}', now()
    FROM run CROSS JOIN (VALUES ('start', 'trigger'), ('call', 'http_request'), ('other', 'http_request'), ('both', 'http_request'))
      AS node(node_id, node_type)
    ON CONFLICT DO NOTHING`;
  await database.db.$executeRaw`ANALYZE run, step_execution`;
  const { id } = await start(engine, workflow);
  const before = await rowsRead();
  expect(before).toBeGreaterThan(0);
  await readRunTokens(database.db, { runIds: [id], newest: true });
  expect((await rowsRead()) - before).toBeLessThan(newestRuns + 20);
});

/** Rows that this database's statements have read of the two tables, one after the other or by an index. */
async function rowsRead(): Promise<number> {
  await database.db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await database.db.$queryRaw<{ rows: number }[]>`
    SELECT sum(seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_user_tables
    WHERE relname IN ('run', 'step_execution')`;
  return row?.rows ?? 0;
}
