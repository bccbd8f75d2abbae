import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Child } from "../../scripts/support/children";
import { parseLogLine } from "./log-lines";
import { startBundledWorker } from "./spawn-worker";
import { until } from "./until";

export interface WorkerProcess extends Child {
  /** as its row has it */
  id: string;
  /** what it has printed, line by line: its log, as objects */
  log: Record<string, unknown>[];
  /** Whether it has logged a message that contains this. */
  said(message: string): boolean;
}

const fernetKey = randomBytes(32).toString("base64url");

/**
 * The worker as its users run it: `worker/index.ts` in a process of its own, which reads flags and environment. It may
 * call 127.0.0.1. Resolves once it claims; it is killed when the test is over, however that ends.
 */
export async function spawnWorker(databaseUrl: string, flags: Record<string, number> = {}): Promise<WorkerProcess> {
  const log: Record<string, unknown>[] = [];
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    FERNET_KEY: fernetKey,
    HTTP_ALLOW_HOSTS: "127.0.0.1",
    LOG_LEVEL: "info",
  };
  const child = startBundledWorker(
    environment as unknown as NodeJS.ProcessEnv,
    Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    (line) => void log.push(parseLogLine(line)),
  );
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await child.exited;
  });
  const said = (message: string): boolean => log.some(({ msg }) => String(msg).includes(message));
  await until("the worker claims", () => {
    if (child.hasExited()) throw new Error(`The worker ended: ${JSON.stringify(log)}`);
    return said("is claiming steps");
  });
  return Object.assign(child, { log, said, id: String(log.find(({ worker }) => worker !== undefined)?.worker) });
}
