import { copyRuns } from "./copy-runs";
import { Drain } from "./drain";
import { type Figure, figures } from "./figures";
import { inlinedChain, queuedChain } from "./graphs";
import type { BenchOptions } from "./options";
import { cpuOf } from "./process-cpu";
import { type BenchDefinition, openProduct, type Product } from "./product";
import { closeQueue } from "./queue-gate";
import { inlinedTenfold } from "./ratios";
import { microsecondsPerStep, postgresUse } from "./resources";
import type { BenchDatabase, BenchServer } from "./server";
import { rounded } from "./statistics";
import { startWorkerProcess, type WorkerProcess } from "./worker-process";

/** W1: many runs are waiting; one worker drains them. */
export async function measureThroughput(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const measured: Figure[] = [];
  const drains = [
    { system: queuedChain.name, graph: queuedChain, runs: options.runs },
    { system: inlinedChain.name, graph: inlinedChain, runs: options.runs },
    // The first second of a process, in which it compiles itself, is most of the smaller one.
    ...(options.quick ? [] : [{ system: inlinedTenfold, graph: inlinedChain, runs: 10 * options.runs }]),
  ];
  for (const { system, ...wanted } of drains) {
    const drained = await drain(server, options, wanted);
    measured.push(...figures("W1", system, { ...ofExecuted(drained), ...withTrigger(drained), ...ofStarts(drained) }));
  }
  return measured;
}

export interface DrainOptions {
  graph: BenchDefinition;
  runs?: number;
  workers?: number;
  /** for the workers' environment */
  env?: Record<string, string>;
  /** finished steps that are in the table before the first run of the queue comes */
  history?: number;
  /** runs that are queued after the drain, and whose steps are claimed and finished fifty at a time, without a worker */
  thenClaimed?: number;
  /** done before the workers start, and undone after the last of them has ended */
  trouble?(database: BenchDatabase): Promise<() => Promise<void>>;
}

export interface Drained {
  runs: number;
  seconds: number;
  /** steps that the workers executed: claimed ones, and those that ran inline behind them */
  executed: number;
  claimed: number;
  workerCpuSeconds: number | undefined;
  postgresCpuSeconds: number | undefined;
  walBytes: number;
  startsPerSecond: number;
  /** milliseconds of a claim of fifty, of `thenClaimed` */
  claimP95?: number;
}

type Values = Record<string, [value: number | undefined, unit: string]>;

function ofExecuted({ runs, seconds, executed, claimed, workerCpuSeconds, postgresCpuSeconds }: Drained): Values {
  return {
    "runs/s": [rounded(runs / seconds), "1/s"],
    "steps/s": [rounded(executed / seconds), "1/s"],
    "claims/s": [rounded(claimed / seconds), "1/s"],
    "worker's CPU a step": [microsecondsPerStep(0, workerCpuSeconds, executed), "µs"],
    "PostgreSQL's CPU a step": [microsecondsPerStep(0, postgresCpuSeconds, executed), "µs"],
  };
}

/** As others count: the trigger, which the start has recorded, is a step of its run, too. */
export function withTrigger({
  runs,
  seconds,
  executed,
  workerCpuSeconds,
  postgresCpuSeconds,
  walBytes,
}: Drained): Values {
  const steps = executed + runs;
  const cpu =
    workerCpuSeconds !== undefined && postgresCpuSeconds !== undefined && workerCpuSeconds + postgresCpuSeconds;
  return {
    "steps/s, trigger included": [rounded(steps / seconds), "1/s"],
    "CPU a step, trigger included": [cpu === false ? undefined : rounded((cpu * 1e6) / steps, 1), "µs"],
    "WAL a step, trigger included": [rounded(walBytes / steps), "B"],
  };
}

export function ofClaims({ claimP95 }: Drained): Values {
  return claimP95 === undefined ? {} : { "claim p95": [rounded(claimP95, 2), "ms"] };
}

function ofStarts({ startsPerSecond }: Drained): Values {
  return { "starts/s": [startsPerSecond, "1/s"] };
}

export async function drain(
  server: BenchServer,
  options: BenchOptions,
  { graph, runs = options.runs, workers = 1, env = {}, history = 0, thenClaimed = 0, trouble }: DrainOptions,
): Promise<Drained> {
  const database = await server.freshDatabase();
  const product = await openProduct(database.url);
  try {
    const workflowId = await product.createWorkflow(graph);
    const first = await product.trigger(workflowId);
    if (history > 0) await addHistory(database, first, history);
    const startsPerSecond = await enqueue(product, workflowId, runs - 1);
    const undo = await trouble?.(database);
    const inlined = await countSteps(database);
    const gate = await closeQueue(database.url);
    const started = await Promise.all(
      Array.from({ length: workers }, () =>
        startWorkerProcess({ server, options, database, fernetKey: product.fernetKey, env }),
      ),
    );
    let drained: Drained;
    try {
      await gate.waiting(workers);
      const before = await postgresUse(database.client, server.postmasterPid);
      const cpuBefore = cpuOfAll(started);
      const openedAt = await gate.open();
      await untilDrained(database);
      const cpuAfter = cpuOfAll(started);
      const after = await postgresUse(database.client, server.postmasterPid);
      await undo?.();
      const { claimed, executed, seconds } = await checkDrained(database, runs, openedAt);
      drained = {
        runs,
        seconds,
        executed: executed - inlined,
        claimed,
        workerCpuSeconds: difference(cpuBefore, cpuAfter),
        postgresCpuSeconds: difference(before.cpuSeconds, after.cpuSeconds),
        walBytes: after.walBytes - before.walBytes,
        startsPerSecond,
      };
    } finally {
      await Promise.all(started.map((worker) => worker.stop()));
    }
    if (thenClaimed === 0) return drained;
    await enqueue(product, workflowId, thenClaimed);
    return { ...drained, claimP95: await timeClaims(database) };
  } finally {
    await product.close();
    await database.drop();
  }
}

/** Enough for a queue of thousands; it ends with the queue. */
const mostSeconds = 30;

async function timeClaims({ url, client }: BenchDatabase): Promise<number> {
  const queue = new Drain(url, 1);
  try {
    return (await queue.window(client, mostSeconds)).claimP95;
  } finally {
    await queue.close();
  }
}

function cpuOfAll(workers: readonly WorkerProcess[]): number | undefined {
  return workers.reduce<number | undefined>((sum, { pid }) => {
    const own = cpuOf(pid);
    return sum === undefined || own === undefined ? undefined : sum + own;
  }, 0);
}

function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}

/** As it is where a server has been running for long: what has finished came first, was vacuumed, and is on the disk. */
async function addHistory(database: BenchDatabase, runId: string, steps: number): Promise<void> {
  const { rows } = await database.client.query<{ steps: number }>(
    "select count(*)::int as steps from step_execution where run_id = $1",
    [runId],
  );
  await copyRuns(database, runId, Math.ceil(steps / (rows[0]?.steps ?? 1)), "history");
  await database.client.query("checkpoint");
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

/** Asks seldom: the question itself costs PostgreSQL something. */
async function untilDrained({ client }: BenchDatabase): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select from step_execution where status in ('pending', 'running') limit 1");
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function countSteps({ client }: BenchDatabase): Promise<number> {
  const { rows } = await client.query<{ steps: number }>(
    "select count(*)::int as steps from step_execution where status = 'succeeded'",
  );
  return rows[0]?.steps ?? 0;
}

/** Figures of work that was not all done, or not well, are none. */
async function checkDrained({ client }: BenchDatabase, runs: number, openedAt: Date) {
  const { rows } = await client.query<{ bad: number; steps: number; claimed: number; seconds: number }>(
    `select
      (select count(*)::int from run where status <> 'succeeded' or open_steps <> 0) as bad,
      (select count(*)::int from step_execution where status = 'succeeded' ) as steps,
      (select count(*)::int from step_execution where claim_number > 0) as claimed,
      (select extract(epoch from max(finished_at) - $1::timestamptz)::float8 from run) as seconds`,
    [openedAt],
  );
  const [row] = rows;
  if (!row || row.bad > 0) throw new Error(`${row?.bad} of ${runs} runs did not succeed.`);
  return { claimed: row.claimed, executed: row.steps, seconds: row.seconds };
}
