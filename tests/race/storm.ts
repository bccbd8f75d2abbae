import { setTimeout as pause } from "node:timers/promises";
import type { Definition } from "@/core/definition";
import { createDatabase } from "@/db/client";
import type { Database } from "@/db/types";
import { cancelRun } from "@/engine/cancel";
import { retryRun } from "@/engine/retry";
import { createWorkflow, start } from "../support/engine";
import type { Workflow } from "../support/executing";
import { startInProcessWorker } from "../support/in-process-worker";
import { brokenInvariants } from "../support/invariants";
import { expectedEnd, randomDefinition, randomPayload } from "./random-run";
import { Rolls } from "./rolls";
import { createStormEngine, stormEffect } from "./storm-engine";
import { StormWorker } from "./storm-worker";
import { Tally } from "./tally";
import { recordTransitions, wrongTransitions } from "./transitions";

export interface StormOptions {
  runs: number;
  seed: number;
  /** workers with bad habits; a well-behaved one works beside them */
  workers?: number;
  /** gives up on runs that have not come to an end by then */
  patienceMs?: number;
}

export interface StormReport {
  /** everything that must not be; empty when the protocol held */
  violations: string[];
  counts: Record<string, number>;
  seconds: number;
}

interface StartedRun {
  id: string;
  definition: Definition;
  flags: Record<string, boolean>;
}

/**
 * Runs random graphs through workers that do everything wrong, with cancellations and doubled retries, until every run
 * has succeeded or was cancelled; then compares each with what its graph says must have come of it.
 */
export async function runStorm(url: string, options: StormOptions): Promise<StormReport> {
  const { runs, seed, workers = 5, patienceMs = 120_000 } = options;
  const began = performance.now();
  const rolls = new Rolls(seed);
  const tally = new Tally();
  const db = createDatabase(url, { max: 6 });
  await recordTransitions(db);
  const storm = Array.from({ length: workers }, (_, index) => new StormWorker(url, `worker ${index}`, rolls, tally));
  const working = storm.map((worker) => worker.run());
  const calm = startInProcessWorker(url, stormEffect(rolls), { leaseMs: 1_000, pollIntervalMs: 20 });
  calm.engine.registry.log = createStormEngine(db, rolls).registry.log;
  const ended = new AbortController();
  const helping = [retryFailed(db, rolls, tally, ended.signal), hurry(db, ended.signal)];

  const started = await startRuns(db, runs, rolls, tally);
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && (await unfinished(db)) > 0) await pause(50);

  ended.abort();
  await Promise.all(helping);
  await calm.stop();
  for (const worker of storm) worker.stop();
  await Promise.all(working);
  const violations = [
    ...tally.failures,
    ...tally.endedTwice,
    ...(await brokenInvariants(db)),
    ...(await wrongTransitions(db)),
    ...(await wrongEnds(db, started)),
  ];
  await db.$disconnect();
  return { violations, counts: tally.counts, seconds: (performance.now() - began) / 1_000 };
}

async function startRuns(db: Database, count: number, rolls: Rolls, tally: Tally): Promise<StartedRun[]> {
  const engine = createStormEngine(db, rolls);
  const started: StartedRun[] = [];
  let workflow: Workflow | undefined;
  let definition = randomDefinition(rolls, "graph 0");
  const cancelling: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    // A graph serves a few runs, each with flags of its own.
    if (index % 5 === 0) {
      definition = randomDefinition(rolls, `graph ${index}`);
      workflow = await createWorkflow(db, definition);
    }
    if (!workflow) continue;
    const flags = randomPayload(rolls, `payload ${index}`, definition);
    const { id } = await start(engine, workflow, flags);
    started.push({ id, definition, flags });
    if (rolls.chance("cancel", 0.1)) {
      cancelling.push(
        pause(rolls.next("cancel") * 60).then(async () => {
          if (await cancelRun(engine, { runId: id, actor: "storm" })) tally.count("runs cancelled");
        }),
      );
    }
  }
  await Promise.all(cancelling);
  return started;
}

/** Retries each failed run twice at once, and now and then cancels it at the same moment. */
async function retryFailed(db: Database, rolls: Rolls, tally: Tally, ended: AbortSignal): Promise<void> {
  const engine = createStormEngine(db, rolls);
  while (!ended.aborted) {
    await pause(10);
    const failed = await db.run.findMany({ where: { status: "failed" }, select: { id: true }, take: 30 });
    for (const { id } of failed) {
      const request = { runId: id, actor: "storm" };
      const cancel = rolls.chance("retry", 0.1) ? [cancelRun(engine, request)] : [];
      const [first, second, cancelled] = await Promise.all([
        retryRun(engine, request),
        retryRun(engine, request),
        ...cancel,
      ]);
      tally.count("retries won", Number(first) + Number(second));
      if (cancelled) tally.count("runs cancelled");
    }
  }
}

/** The engine's own backoff is seconds long; a storm has no time for that. */
async function hurry(db: Database, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await pause(50);
    await db.$executeRaw`
      UPDATE step_execution SET next_retry_at = date_trunc('milliseconds', now()) WHERE id = ANY (ARRAY(
        SELECT id FROM step_execution
        WHERE status = 'pending' AND node_type <> 'delay' AND next_retry_at > now() FOR NO KEY UPDATE SKIP LOCKED))`;
  }
}

async function unfinished(db: Database): Promise<number> {
  return db.run.count({ where: { status: { in: ["pending", "running", "failed"] } } });
}

/** Compares each run with its graph; one that was cancelled may have ended anywhere. */
async function wrongEnds(db: Database, started: readonly StartedRun[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ run_id: string; status: string; ends: string }[]>`
    SELECT run.id AS run_id, run.status::text, json_object_agg(step.node_id, step.status)::text AS ends
    FROM run JOIN step_execution AS step ON step.run_id = run.id GROUP BY run.id`;
  const found = new Map(rows.map((row) => [row.run_id, row]));
  return started.flatMap(({ id, definition, flags }) => {
    const row = found.get(id);
    if (row?.status === "cancelled") return [];
    if (row?.status !== "succeeded") return [`run ${id} is still ${row?.status ?? "nowhere"}`];
    const expected = sorted(expectedEnd(definition, flags));
    const actual = sorted(JSON.parse(row.ends) as Record<string, string>);
    return actual === expected ? [] : [`run ${id} ended as ${actual}, not as ${expected}`];
  });
}

function sorted(ends: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(ends).sort(([left], [right]) => left.localeCompare(right))));
}
