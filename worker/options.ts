import { parseArgs } from "node:util";
import type { Env } from "@/env";

export interface WorkerOptions {
  concurrency: number;
  batchSize: number;
  pollIntervalMs: number;
  leaseMs: number;
  shutdownTimeoutMs: number;
  /** 0: none */
  healthPort: number;
  /** claim and execute what is due, then exit */
  once: boolean;
}

/** A flag, its twin in the environment, its bounds and what it does. */
const numberFlags = {
  concurrency: { twin: "WORKER_CONCURRENCY", minimum: 1, maximum: 1_000, help: "steps executed at the same time" },
  "batch-size": {
    twin: "WORKER_BATCH_SIZE",
    minimum: 1,
    maximum: 1_000,
    help: "steps claimed by one statement at most",
  },
  "poll-interval-ms": {
    twin: "WORKER_POLL_INTERVAL_MS",
    minimum: 10,
    maximum: 60_000,
    help: "how often to look for due steps when no notice comes",
  },
  "lease-seconds": {
    twin: "WORKER_LEASE_SECONDS",
    minimum: 1,
    maximum: 3_600,
    help: "how long a claim lasts without a heartbeat; a killed worker's steps are taken over after it",
  },
  "shutdown-timeout-seconds": {
    twin: "WORKER_SHUTDOWN_TIMEOUT_SECONDS",
    minimum: 0,
    maximum: 3_600,
    help: "how long running steps may go on after SIGTERM before they are given back",
  },
  "health-port": {
    twin: "WORKER_HEALTH_PORT",
    minimum: 0,
    maximum: 65_535,
    help: "serve /healthz and /readyz here; 0: do not",
  },
} as const;

type NumberFlag = keyof typeof numberFlags;

export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

export const helpText = [
  "Usage: pnpm worker [flags]",
  "",
  "Claims due steps and executes them until it is stopped. Any number of workers may run side by side.",
  "",
  ...Object.entries(numberFlags).map(([flag, { twin, help }]) => `  --${`${flag} N`.padEnd(28)}${help} (${twin})`),
  `  --${"once".padEnd(28)}execute what is due now, then exit`,
  `  --${"help".padEnd(28)}print this`,
  "",
  "A flag wins over its variable. SIGTERM or SIGINT stops it cleanly; a second one stops it at once.",
  "Exit codes: 0 stopped cleanly, 1 failed, 2 a flag was wrong.",
].join("\n");

/** Thrown for a flag that does not exist or does not fit. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Reads the command line.
 *
 * @returns "help", or the flags that were given; `mergeOptions` adds the environment's values
 * @throws UsageError
 */
export function parseFlags(
  args: readonly string[],
): "help" | { numbers: ReadonlyMap<NumberFlag, number>; once: boolean } {
  const values = parse(args);
  if (values.help) return "help";
  const numbers = new Map<NumberFlag, number>();
  for (const flag of Object.keys(numberFlags) as NumberFlag[]) {
    const text = values[flag];
    if (typeof text === "string") numbers.set(flag, checkedNumber(flag, text));
  }
  return { numbers, once: values.once === true };
}

export function mergeOptions(
  flags: { numbers: ReadonlyMap<NumberFlag, number>; once: boolean },
  env: Env,
): WorkerOptions {
  const value = (flag: NumberFlag): number => flags.numbers.get(flag) ?? env[numberFlags[flag].twin];
  return {
    concurrency: value("concurrency"),
    batchSize: value("batch-size"),
    pollIntervalMs: value("poll-interval-ms"),
    leaseMs: value("lease-seconds") * 1_000,
    shutdownTimeoutMs: value("shutdown-timeout-seconds") * 1_000,
    healthPort: value("health-port"),
    once: flags.once,
  };
}

function parse(args: readonly string[]): Record<string, string | boolean | undefined> {
  const numberOptions = Object.fromEntries(Object.keys(numberFlags).map((flag) => [flag, { type: "string" as const }]));
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...numberOptions, once: { type: "boolean" }, help: { type: "boolean", short: "h" } },
      allowPositionals: false,
    });
    return values as Record<string, string | boolean | undefined>;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function checkedNumber(flag: NumberFlag, text: string): number {
  const { minimum, maximum } = numberFlags[flag];
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
    throw new UsageError(`--${flag} takes a whole number from ${minimum} to ${maximum}, not "${text}".`);
  }
  return value;
}
