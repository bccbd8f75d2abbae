import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../scripts/support/failure";
import { fromRoot } from "../scripts/support/paths";
import { type Figure, figures } from "./figures";
import { startN8n } from "./n8n-process";
import type { BenchOptions } from "./options";
import { postRequests } from "./post-requests";
import { cpuOfTree } from "./process-cpu";
import { microsecondsPerStep } from "./resources";
import type { BenchDatabase, BenchServer } from "./server";
import { percentile, rounded } from "./statistics";

const installN8n =
  "npx -y pnpm@10.34.8 --dir bench/peers/n8n --ignore-workspace install --frozen-lockfile --ignore-scripts";

const connections = 50;
/** It needs ten seconds for so many. */
const mostRuns = 2_000;
const body = JSON.stringify({ amount: 50 });

/**
 * Whether this run measures n8n.
 *
 * @throws Failure if it is asked for and not installed
 */
export function wantsN8n({ n8n, quick }: BenchOptions): boolean {
  if (!n8n) return false;
  if (quick) {
    process.stderr.write("Left out: n8n, because --quick.\n");
    return false;
  }
  if (!existsSync(fromRoot("bench/peers/n8n/node_modules/n8n"))) {
    throw new Failure(
      `n8n is not installed. It is a package of its own (1.3 GB), which this installs:\n  ${installN8n}`,
    );
  }
  return true;
}

/** W4 on n8n: its webhook is answered when the run has gone through, so the last answer ends the clock. */
export async function measureN8n(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const runs = Math.min(mostRuns, options.runs);
  const database = await server.emptyDatabase();
  try {
    const n8n = await startN8n(database.url);
    try {
      await postRequests(n8n.webhook, { count: 200, connections, body });
      const savedBefore = await saved(database);
      const cpuBefore = cpuOf(n8n.pid, server.postmasterPid);
      const startedAt = performance.now();
      await postRequests(n8n.webhook, { count: runs, connections, body });
      const seconds = (performance.now() - startedAt) / 1_000;
      const cpuAfter = cpuOf(n8n.pid, server.postmasterPid);
      await untilSaved(database, savedBefore + runs);
      const times: number[] = [];
      for (let index = 0; index < options.latencyRuns; index++) {
        await sleep(10 + Math.random() * 20);
        times.push(...(await postRequests(n8n.webhook, { count: 1, connections: 1, body })));
      }
      return figures("W4", "n8n", {
        "runs/s": [rounded(runs / seconds, 1), "1/s"],
        "CPU a step, trigger included": [microsecondsPerStep(cpuBefore, cpuAfter, 3 * runs), "µs"],
        p50: [rounded(percentile(times, 0.5), 2), "ms"],
        p99: [rounded(percentile(times, 0.99), 2), "ms"],
      });
    } finally {
      await n8n.stop();
    }
  } finally {
    await database.drop();
  }
}

function cpuOf(n8nPid: number, postmasterPid: number): number | undefined {
  const [own, postgres] = [cpuOfTree(n8nPid), cpuOfTree(postmasterPid)];
  return own === undefined || postgres === undefined ? undefined : own + postgres;
}

async function saved({ client }: BenchDatabase): Promise<number> {
  const { rows } = await client.query<{ saved: number }>(
    "select count(*)::int as saved from execution_entity where status = 'success'",
  );
  return rows[0]?.saved ?? 0;
}

/** Figures of runs that were not all saved as successful are none. */
async function untilSaved(database: BenchDatabase, runs: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await saved(database)) >= runs) return;
    await sleep(100);
  }
  throw new Error(`n8n has answered ${runs} runs, and saved ${await saved(database)} as successful.`);
}
