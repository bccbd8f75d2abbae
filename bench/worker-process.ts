import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from "../scripts/support/children";
import { freePort } from "../scripts/support/ports";
import type { BenchOptions } from "./options";
import type { BenchDatabase, BenchServer } from "./server";

export interface WorkerProcess {
  pid: number;
  stop(): Promise<void>;
}

interface WorkerOptions {
  server: Pick<BenchServer, "workerProgram">;
  options: Pick<BenchOptions, "workerFlags">;
  database: Pick<BenchDatabase, "url">;
  fernetKey: string;
  env?: Record<string, string>;
}

/** One worker as the image starts it, and only once it is about to claim. */
export async function startWorkerProcess({
  server,
  options,
  database,
  fernetKey,
  env = {},
}: WorkerOptions): Promise<WorkerProcess> {
  const port = await freePort();
  const worker = startChild({
    name: "worker",
    args: [server.workerProgram, "--health-port", String(port), ...options.workerFlags],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: database.url,
      DIRECT_DATABASE_URL: database.url,
      FERNET_KEY: fernetKey,
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      ...env,
    },
  });
  while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
    if (worker.hasExited()) throw new Error(`The worker ended with ${await worker.exited}.`);
    await sleep(50);
  }
  return { pid: worker.pid, stop: () => worker.stop(10_000) };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
