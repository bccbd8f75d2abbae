import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, figures } from "./figures";
import { inlinedChain } from "./graphs";
import type { BenchOptions } from "./options";
import { postRequests } from "./post-requests";
import { cpuOf, cpuOfTree } from "./process-cpu";
import { openProduct } from "./product";
import { microsecondsPerStep } from "./resources";
import type { BenchDatabase, BenchServer } from "./server";
import { percentile, rounded } from "./statistics";
import { startWebProcess } from "./web-process";
import { startWorkerProcess } from "./worker-process";

const connections = 50;
const body = JSON.stringify({ amount: 50 });

/** W4: callers start runs over REST; one worker executes them beside the web server. */
export async function measureOverRest(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const runs = Math.min(options.runs, 5_000);
  const database = await server.freshDatabase();
  const product = await openProduct(database.url);
  const { fernetKey } = product;
  const web = await startWebProcess({ database, fernetKey });
  const worker = await startWorkerProcess({ server, options, database, fernetKey });
  try {
    const trigger = `${web.url}/api/workflows/${await product.createWorkflow(inlinedChain)}/trigger`;
    await postRequests(trigger, { count: 500, connections, body });
    await untilSucceeded(database);

    const cpu = () => ({
      web: cpuOfTree(web.pid),
      worker: cpuOf(worker.pid),
      postgres: cpuOfTree(server.postmasterPid),
    });
    const before = cpu();
    const startedAt = performance.now();
    const answers = await postRequests(trigger, { count: runs, connections, body });
    await untilSucceeded(database);
    const seconds = (performance.now() - startedAt) / 1_000;
    const after = cpu();

    const times: number[] = [];
    for (let index = 0; index < options.latencyRuns; index++) {
      await sleep(10 + Math.random() * 20);
      const sentAt = performance.now();
      await postRequests(trigger, { count: 1, connections: 1, body });
      await untilSucceeded(database);
      times.push(performance.now() - sentAt);
    }
    return figures("W4", "over REST", {
      "runs/s": [rounded(runs / seconds), "1/s"],
      p50: [rounded(percentile(times, 0.5), 2), "ms"],
      p99: [rounded(percentile(times, 0.99), 2), "ms"],
      "answer's p50": [rounded(percentile(answers, 0.5), 1), "ms"],
      "answer's p99": [rounded(percentile(answers, 0.99), 1), "ms"],
      "web server's CPU a run": [microsecondsPerStep(before.web, after.web, runs), "µs"],
      "worker's CPU a run": [microsecondsPerStep(before.worker, after.worker, runs), "µs"],
      "PostgreSQL's CPU a run": [microsecondsPerStep(before.postgres, after.postgres, runs), "µs"],
    });
  } finally {
    await Promise.all([web.stop(), worker.stop()]);
    await product.close();
    await database.drop();
  }
}

/** For runs whose starts were answered: they are in the table. Asks each millisecond, which leaves the cores to what is measured. */
async function untilSucceeded({ client }: BenchDatabase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ status: string }>({
      name: "unfinished",
      text: "select status::text from run where status in ('pending', 'running', 'failed', 'cancelled') limit 1",
    });
    const [left] = rows;
    if (!left) return;
    if (left.status === "failed" || left.status === "cancelled") throw new Error(`A run is ${left.status}.`);
    await sleep(1);
  }
}
