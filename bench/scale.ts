import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, figures } from "./figures";
import { inlinedChain } from "./graphs";
import type { BenchOptions } from "./options";
import { cpuOf } from "./process-cpu";
import { openProduct } from "./product";
import type { BenchDatabase, BenchServer } from "./server";
import { rounded } from "./statistics";
import { drain, withTrigger } from "./throughput";
import { startWorkerProcess } from "./worker-process";

/** A worker looks for lost grants until a minute after its last claim; then it is idle. */
const settlingMs = 65_000;
const idleMs = 20_000;

/** W7: more workers on the same queue, and what one costs that has nothing to do. */
export async function measureScale(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const measured: Figure[] = [];
  // Each worker compiles itself in its first second: of W1's runs there would be no other.
  const runs = options.quick ? options.runs : 5 * options.runs;
  for (const workers of [1, 2, 4]) {
    const drained = await drain(server, options, { graph: inlinedChain, workers, runs });
    measured.push(...figures("W7", `${workers} worker${workers === 1 ? "" : "s"}`, withTrigger(drained)));
  }
  return [...measured, ...(await measureIdle(server, options))];
}

async function measureIdle(server: BenchServer, options: BenchOptions): Promise<Figure[]> {
  const database = await server.freshDatabase();
  const product = await openProduct(database.url);
  const worker = await startWorkerProcess({ server, options, database, fernetKey: product.fernetKey });
  try {
    await sleep(settlingMs);
    const [transactions, cpu] = [await countTransactions(database), cpuOf(worker.pid)];
    await sleep(idleMs);
    const [transactionsAfter, cpuAfter] = [await countTransactions(database), cpuOf(worker.pid)];
    const seconds = idleMs / 1_000;
    return figures("W7", "idle worker", {
      // The last look is one itself.
      "statements/s": [rounded((transactionsAfter - transactions - 1) / seconds, 2), "1/s"],
      CPU: [
        cpu === undefined || cpuAfter === undefined ? undefined : rounded(((cpuAfter - cpu) * 100) / seconds, 2),
        "%",
      ],
      "resident memory": [residentMegabytes(worker.pid), "MB"],
    });
  } finally {
    await worker.stop();
    await product.close();
    await database.drop();
  }
}

/** Each statement of an idle worker is a transaction of its own. */
async function countTransactions({ client }: BenchDatabase): Promise<number> {
  const { rows } = await client.query<{ transactions: string }>(
    "select xact_commit + xact_rollback as transactions from pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]?.transactions);
}

function residentMegabytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : rounded(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}
