import { type Figure, figures } from "./figures";
import { fanOut } from "./graphs";
import { timeRun } from "./latency";
import { insertFinishedRuns } from "./million-runs";
import type { BenchOptions } from "./options";
import { pageRequests } from "./page-requests";
import { openProduct } from "./product";
import type { BenchDatabase, BenchServer } from "./server";
import { percentile, rounded } from "./statistics";
import { timeRequests } from "./time-requests";
import { startWebProcess } from "./web-process";
import { startWorkerProcess } from "./worker-process";

/** With the trigger, the gate and the step that fans out: 500 steps. */
const leaves = 497;

/** W8: what pages ask of the production web server, in a database with a long history. */
export async function measurePages(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const { history, requests, warmUp } = options.quick
    ? { history: 100_000, requests: 100, warmUp: 20 }
    : { history: 1_000_000, requests: 200, warmUp: 100 };
  const database = await server.freshDatabase();
  const product = await openProduct(database.url);
  try {
    await insertFinishedRuns(database.client, history);
    const workflowId = await product.createWorkflow(fanOut(leaves));
    const runId = await runOnce(server, options, {
      database,
      fernetKey: product.fernetKey,
      start: () => product.trigger(workflowId),
    });
    // In a database that has been used for a year autovacuum has been there.
    await database.client.query("vacuum analyze");
    await database.client.query("checkpoint");
    const web = await startWebProcess({ database, fernetKey: product.fernetKey });
    try {
      const measured: Figure[] = [];
      for (const { name, path } of pageRequests({ runId, ...(await shown(database, runId)) })) {
        const timed = await timeRequests(`${web.url}${path}`, { count: requests, warmUp });
        measured.push(
          ...figures("W8", name, {
            p50: [rounded(percentile(timed.milliseconds, 0.5), 1), "ms"],
            p95: [rounded(percentile(timed.milliseconds, 0.95), 1), "ms"],
            "sent bytes": [timed.bytes, "B"],
            "unpacked bytes": [timed.unpackedBytes, "B"],
          }),
        );
      }
      return measured;
    } finally {
      await web.stop();
    }
  } finally {
    await product.close();
    await database.drop();
  }
}

/** On a worker that is there for this run only. @returns the run's id */
async function runOnce(
  server: BenchServer,
  options: BenchOptions,
  { database, fernetKey, start }: { database: BenchDatabase; fernetKey: string; start(): Promise<string> },
): Promise<string> {
  const worker = await startWorkerProcess({ server, options, database, fernetKey });
  try {
    let runId = "";
    await timeRun(database.client, async () => {
      runId = await start();
      return runId;
    });
    return runId;
  } finally {
    await worker.stop();
  }
}

/** What the pages show: the run's last step, and the newest runs. */
async function shown({ client }: BenchDatabase, runId: string): Promise<{ stepId: string; listed: string[] }> {
  const steps = await client.query<{ id: string; count: number }>(
    "select max(id::text) as id, count(*)::int as count from step_execution where run_id = $1",
    [runId],
  );
  const [step] = steps.rows;
  if (step?.count !== leaves + 3) throw new Error(`The run has ${step?.count} steps, not ${leaves + 3}.`);
  const runs = await client.query<{ id: string }>("select id from run order by created_at desc, id desc limit 50");
  return { stepId: step.id, listed: runs.rows.map(({ id }) => id) };
}
