import { setTimeout as sleep } from "node:timers/promises";
import { copyRuns } from "./copy-runs";
import { type Figure, figures } from "./figures";
import { inlinedChain, queuedChain } from "./graphs";
import { timeRun } from "./latency";
import type { BenchOptions } from "./options";
import { openProduct } from "./product";
import type { BenchDatabase, BenchServer } from "./server";
import { percentile, rounded } from "./statistics";
import { startWorkerProcess } from "./worker-process";

/** W6: a small run of one workflow while the long queue of another is worked off, and on an idle worker. */
export async function measureFairness(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const database = await server.freshDatabase();
  const product = await openProduct(database.url);
  try {
    const small = await product.createWorkflow({ ...inlinedChain, name: "small" });
    const large = await product.createWorkflow({ ...queuedChain, name: "large" });
    const worker = () => startWorkerProcess({ server, options, database, fernetKey: product.fernetKey });
    const start = () => product.trigger(small);

    const idle = await worker();
    await warmUp(database, start, options);
    const alone = await timeRuns(database, start, options.latencyRuns, () => Promise.resolve(true));
    await idle.stop();

    // Only now: the worker before would have executed what is to be copied.
    await copyRuns(database, await product.trigger(large), options.queue, "it is");
    await database.client.query("checkpoint");
    const busy = await worker();
    await warmUp(database, start, options);
    await untilBegun(database, large);
    const [doneBefore, from] = [await countDone(database, large), performance.now()];
    const behind = await timeRuns(database, start, options.latencyRuns, () => isQueued(database, large));
    const seconds = (performance.now() - from) / 1_000;
    const stepsDone = ((await countDone(database, large)) - doneBefore) * executedOfEach;
    await busy.stop();
    if (stepsDone === 0) throw new Error("Nothing of the queue was done: the small runs were beside nothing.");
    return [
      ...figures("W6", "a small run on an idle worker", inWords(alone)),
      ...figures("W6", "a small run behind another workflow's queue", {
        ...inWords(behind),
        "of the queue meanwhile": [rounded(stepsDone / seconds), "steps/s"],
      }),
    ];
  } finally {
    await product.close();
    await database.drop();
  }
}

/** Steps of a run in the queue that a worker executes. */
const executedOfEach = 2;

async function countDone({ client }: BenchDatabase, workflowId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from run where workflow_id = $1 and status = 'succeeded'",
    [workflowId],
  );
  return rows[0]?.count ?? 0;
}

/** The first runs of the queue are done once two batches have been written. */
async function untilBegun(database: BenchDatabase, workflowId: string): Promise<void> {
  for (let attempt = 0; (await countDone(database, workflowId)) === 0; attempt++) {
    if (attempt === 600) throw new Error("Nothing of the queue was done within half a minute.");
    await sleep(50);
  }
}

/** A worker that has just begun compiles while it works. */
async function warmUp(
  { client }: BenchDatabase,
  start: () => Promise<string>,
  { latencyRuns }: BenchOptions,
): Promise<void> {
  for (let run = 0; run < Math.min(40, latencyRuns); run++) await timeRun(client, start);
}

/** Times of small runs, as long as there is what they are to be measured beside. */
async function timeRuns(
  database: BenchDatabase,
  start: () => Promise<string>,
  most: number,
  goesOn: () => Promise<boolean>,
): Promise<number[]> {
  const times: number[] = [];
  while (times.length < most) {
    await sleep(10 + Math.random() * 20);
    const milliseconds = await timeRun(database.client, start);
    if (!(await goesOn())) break;
    times.push(milliseconds);
  }
  if (times.length === 0) throw new Error("The queue was gone before a small run had passed through: make it longer.");
  return times;
}

async function isQueued({ client }: BenchDatabase, workflowId: string): Promise<boolean> {
  const { rows } = await client.query(
    "select from step_execution where status = 'pending' and workflow_id = $1 limit 1",
    [workflowId],
  );
  return rows.length > 0;
}

function inWords(times: readonly number[]): Record<string, [number, string]> {
  return {
    p50: [rounded(percentile(times, 0.5), 2), "ms"],
    p95: [rounded(percentile(times, 0.95), 2), "ms"],
    runs: [times.length, "runs"],
  };
}
