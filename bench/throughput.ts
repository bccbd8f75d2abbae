import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { inlinedChain, queuedChain } from "./graphs";
import type { BenchOptions } from "./options";
import { cpuOf } from "./process-cpu";
import { type BenchDefinition, openProduct, type Product } from "./product";
import { microsecondsPerStep, postgresUse } from "./resources";
import { type BenchServer, connect } from "./server";
import { rounded } from "./statistics";
import { startWorkerProcess } from "./worker-process";

/** W1: many runs are waiting; one worker drains them. */
export interface Throughput {
  graph: string;
  runsPerSecond: number;
  /** executed by the worker: claimed ones, and those that ran inline behind them */
  stepsPerSecond: number;
  claimedPerSecond: number;
  seconds: number;
  workerCpuMicrosecondsPerStep: number | undefined;
  postgresCpuMicrosecondsPerStep: number | undefined;
  walBytesPerStep: number;
  startsPerSecond: number;
}

export async function measureThroughput(server: BenchServer, options: BenchOptions): Promise<Throughput[]> {
  const results: Throughput[] = [];
  for (const graph of [queuedChain, inlinedChain]) results.push(await drain(server, options, graph));
  return results;
}

async function drain(server: BenchServer, options: BenchOptions, graph: BenchDefinition): Promise<Throughput> {
  const database = await server.freshDatabase();
  const product = await openProduct(database.url);
  try {
    const startsPerSecond = await enqueue(product, await product.createWorkflow(graph), options.runs);
    const inlined = await countSteps(database.client);
    await database.client.query("checkpoint");
    const gate = await closeQueue(database.url);
    const worker = await startWorkerProcess(database.url, product.fernetKey, options.workerFlags);
    try {
      await gate.somebodyWaits();
      const before = await postgresUse(database.client, server.postmasterPid);
      const workerBefore = cpuOf(worker.pid);
      const openedAt = await gate.open();
      await untilDrained(database.client);
      const workerAfter = cpuOf(worker.pid);
      const after = await postgresUse(database.client, server.postmasterPid);
      const { claimed, executed, seconds } = await checkDrained(database.client, options.runs, inlined, openedAt);
      return {
        graph: graph.name,
        runsPerSecond: rounded(options.runs / seconds),
        stepsPerSecond: rounded(executed / seconds),
        claimedPerSecond: rounded(claimed / seconds),
        seconds: rounded(seconds, 2),
        workerCpuMicrosecondsPerStep: microsecondsPerStep(workerBefore, workerAfter, executed),
        postgresCpuMicrosecondsPerStep: microsecondsPerStep(before.cpuSeconds, after.cpuSeconds, executed),
        walBytesPerStep: rounded((after.walBytes - before.walBytes) / executed),
        startsPerSecond,
      };
    } finally {
      await worker.stop();
    }
  } finally {
    await product.close();
    await database.drop();
  }
}

/** Starts all runs, sixteen calls at a time. @returns calls a second */
async function enqueue(product: Product, workflowId: string, runs: number): Promise<number> {
  const startedAt = performance.now();
  let left = runs;
  const caller = async (): Promise<void> => {
    while (left-- > 0) await product.trigger(workflowId);
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return rounded((runs / (performance.now() - startedAt)) * 1_000);
}

/**
 * Holds the queue closed while a worker starts, so that its start-up is in no figure: its first claim waits for the lock.
 */
async function closeQueue(url: string): Promise<{ somebodyWaits(): Promise<void>; open(): Promise<Date> }> {
  const client = await connect(url);
  await client.query("begin");
  await client.query("lock table step_execution in access exclusive mode");
  return {
    async somebodyWaits() {
      for (;;) {
        const { rows } = await client.query(
          "select from pg_locks where not granted and relation = 'step_execution'::regclass",
        );
        if (rows.length > 0) return;
        await sleep(20);
      }
    },
    async open() {
      const { rows } = await client.query<{ at: Date }>("select clock_timestamp() as at");
      await client.query("commit");
      await client.end();
      const [row] = rows;
      if (!row) throw new Error("The database does not know what time it is.");
      return row.at;
    },
  };
}

async function untilDrained(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select from step_execution where status in ('pending', 'running') limit 1");
    if (rows.length === 0) return;
    await sleep(100);
  }
}

async function countSteps(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ steps: number }>(
    "select count(*)::int as steps from step_execution where status = 'succeeded'",
  );
  return rows[0]?.steps ?? 0;
}

/** Figures of work that was not all done, or not well, are none. */
async function checkDrained(client: pg.Client, runs: number, before: number, openedAt: Date) {
  const { rows } = await client.query<{ bad: number; steps: number; claimed: number; seconds: number }>(
    `select
      (select count(*)::int from run where status <> 'succeeded' or open_steps <> 0) as bad,
      (select count(*)::int from step_execution where status = 'succeeded') as steps,
      (select count(*)::int from step_execution where claim_number > 0) as claimed,
      (select extract(epoch from max(finished_at) - $1::timestamptz)::float8 from run) as seconds`,
    [openedAt],
  );
  const [row] = rows;
  if (!row || row.bad > 0) throw new Error(`${row?.bad} of ${runs} runs did not succeed.`);
  return { claimed: row.claimed, executed: row.steps - before, seconds: row.seconds };
}
