import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Figure, figures } from "./figures";
import { fanOut, inlinedChain, inlinedFanOut } from "./graphs";
import type { BenchOptions } from "./options";
import { type BenchDefinition, openProduct } from "./product";
import type { BenchServer } from "./server";
import { now, serverClockAhead } from "./server-clock";
import { percentile, rounded } from "./statistics";
import { startWorkerProcess } from "./worker-process";

/** W2: one run at a time, on a worker that has nothing else to do. */
export async function measureLatency(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  return withWorker(server, options, async (running) => {
    const times = await timeSingleRuns(running, options.latencyRuns);
    const { rows } = await running.client.query<{ milliseconds: number }>(
      `select (extract(epoch from step.started_at - run.created_at) * 1000)::float8 as milliseconds
       from step_execution as step join run on run.id = step.run_id
       where step.claim_number > 0 order by step.id desc limit $1`,
      [options.latencyRuns],
    );
    // From the start's insert to the claim, by the database's clock.
    const pickUps = rows.map(({ milliseconds }) => milliseconds);
    return [
      ...figures("W2", "one run at a time", latencies(times.map(({ committed }) => committed))),
      ...figures("W2", "the same, until a client has read it", latencies(times.map(({ read }) => read))),
      ...figures("W2", "of that, until it is claimed", latencies(pickUps)),
    ];
  });
}

/** W2 again, for W6: where commits are slow. */
export async function measureSlowLatency(
  server: BenchServer,
  options: BenchOptions,
  slow: (running: Running) => Promise<() => Promise<void>>,
): Promise<Record<string, [number, string]>> {
  return withWorker(server, options, async (running) => {
    const undo = await slow(running);
    try {
      return latencies((await timeSingleRuns(running, options.latencyRuns)).map(({ read }) => read));
    } finally {
      await undo();
    }
  });
}

async function timeSingleRuns({ client, trigger }: Running, count: number): Promise<RunTimes[]> {
  const start = await trigger(inlinedChain);
  for (let warmUp = 0; warmUp < 20; warmUp++) await timeRun(client, start);
  const timeToCommit = await commitTimer(client);
  const times: RunTimes[] = [];
  while (times.length < count) {
    // Long enough for the worker to go to sleep, and not in step with anything.
    await sleep(10 + Math.random() * 20);
    times.push(await timeToCommit(start));
  }
  return times;
}

interface RunTimes {
  /** milliseconds from the call to the commit which says that the run has succeeded */
  committed: number;
  /** and until a client has read it */
  read: number;
}

async function commitTimer(client: pg.Client): Promise<(start: () => Promise<string>) => Promise<RunTimes>> {
  const aheadMs = await serverClockAhead(client);
  return async (start) => {
    const startedAt = now();
    let runId = "";
    const read = await timeRun(client, async () => {
      runId = await start();
      return runId;
    });
    return { read, committed: (await committedAt(client, runId)) - aheadMs - startedAt };
  };
}

/** When the run's last change was committed: milliseconds by the server's clock. */
async function committedAt(client: pg.Client, runId: string): Promise<number> {
  const { rows } = await client.query<{ ms: number }>({
    name: "committed",
    text: "select (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as ms from run where id = $1",
    values: [runId],
  });
  if (!rows[0]) throw new Error(`There is no run ${runId}.`);
  return rows[0].ms;
}

function latencies(times: readonly number[]): Record<string, [number, string]> {
  return { p50: [rounded(percentile(times, 0.5), 2), "ms"], p99: [rounded(percentile(times, 0.99), 2), "ms"] };
}

/** W3: one step fans out to many, each a step of its own; and as people draw it, run inline behind it. */
export async function measureFanOut(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const { width } = options;
  return withWorker(server, options, async ({ client, trigger }) => [
    ...(await timeFanOut(client, await trigger(fanOut(width)), `${width} steps`, width)),
    ...(await timeFanOut(client, await trigger(inlinedFanOut(width)), `${width} steps inline`, width)),
  ]);
}

/** The first are compiled while they run; so are the peers'. */
const warmUps = 5;

async function timeFanOut(
  client: pg.Client,
  start: () => Promise<string>,
  system: string,
  width: number,
): Promise<Figure[]> {
  const timeToCommit = await commitTimer(client);
  const times: number[] = [];
  for (let index = 0; index < warmUps + 10; index++) {
    await sleep(100);
    const { committed } = await timeToCommit(start);
    if (index >= warmUps) times.push(committed);
  }
  const milliseconds = percentile(times, 0.5);
  return figures("W3", system, {
    time: [rounded(milliseconds, 1), "ms"],
    "steps/s": [rounded((width / milliseconds) * 1_000), "1/s"],
  });
}

interface Running {
  client: pg.Client;
  /** makes a workflow; @returns how to start a run of it, which answers the run's id */
  trigger(definition: BenchDefinition): Promise<() => Promise<string>>;
}

export async function withWorker<Result>(
  server: BenchServer,
  options: BenchOptions,
  measure: (running: Running) => Promise<Result>,
): Promise<Result> {
  const database = await server.freshDatabase();
  const product = await openProduct(database.url);
  const worker = await startWorkerProcess({ server, options, database, fernetKey: product.fernetKey });
  try {
    return await measure({
      client: database.client,
      async trigger(definition) {
        const workflowId = await product.createWorkflow(definition);
        return () => product.trigger(workflowId);
      },
    });
  } finally {
    await worker.stop();
    await product.close();
    await database.drop();
  }
}

/**
 * Milliseconds from the call until a client can read that the run has succeeded. It asks each millisecond, which is part
 * of what is measured: without a pause it would take a core and a connection from the worker.
 */
export async function timeRun(client: pg.Client, start: () => Promise<string>): Promise<number> {
  const startedAt = performance.now();
  const runId = await start();
  for (;;) {
    const { rows } = await client.query<{ status: string }>({
      name: "status",
      text: "select status::text from run where id = $1",
      values: [runId],
    });
    const status = rows[0]?.status;
    if (status === "succeeded") return performance.now() - startedAt;
    if (status !== "pending" && status !== "running") throw new Error(`The run ${runId} is ${status}.`);
    await sleep(1);
  }
}
