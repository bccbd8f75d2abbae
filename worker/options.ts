import { parseArgs } from "node:util";
import { type Env, workerNumbers } from "@/env";

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

type NumberVariable = keyof typeof workerNumbers;
type NumberFlag = (typeof workerNumbers)[NumberVariable]["flag"];

const variables = Object.keys(workerNumbers) as NumberVariable[];

const help: Readonly<Record<NumberFlag, string>> = {
  concurrency: "steps that wait for something outside at the same time",
  "batch-size": "steps claimed by one statement at most",
  "poll-interval-ms": "how often to look for due steps when no notice comes",
  "lease-seconds": "how long a claim lasts without a heartbeat; a killed worker's steps are taken over after it",
  "shutdown-timeout-seconds": "how long running steps may go on after SIGTERM before they are given back",
  "health-port": "serve /healthz and /readyz here; 0: do not",
};

export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

export const helpText = [
  "Usage: pnpm worker [flags]",
  "",
  "Claims due steps and executes them until it is stopped. Any number of workers may run side by side.",
  "",
  ...variables.map((variable) => {
    const { flag } = workerNumbers[variable];
    return `  --${`${flag} N`.padEnd(28)}${help[flag]} (${variable})`;
  }),
  `  --${"once".padEnd(28)}execute what is due now, then exit (WORKER_ONCE=true)`,
  `  --${"help".padEnd(28)}print this`,
  "",
  "A flag wins over its variable. SIGTERM or SIGINT stops it cleanly; a second one stops it at once.",
  "Exit codes: 0 stopped cleanly, 1 failed, 2 a flag was wrong.",
].join("\n");

/** Thrown for a flag that does not exist or does not fit. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

interface Flags {
  numbers: ReadonlyMap<NumberVariable, number>;
  once: boolean;
}

/**
 * Reads the command line.
 *
 * @returns "help", or the flags that were given; `mergeOptions` adds the environment's values
 * @throws UsageError
 */
export function parseFlags(args: readonly string[]): "help" | Flags {
  const values = parse(args);
  if (values.help) return "help";
  const numbers = new Map<NumberVariable, number>();
  for (const variable of variables) {
    const text = values[workerNumbers[variable].flag];
    if (typeof text === "string") numbers.set(variable, checkedNumber(variable, text));
  }
  return { numbers, once: values.once === true };
}

export function mergeOptions(flags: Flags, env: Env): WorkerOptions {
  const value = (variable: NumberVariable): number => flags.numbers.get(variable) ?? env[variable];
  return {
    concurrency: value("WORKER_CONCURRENCY"),
    batchSize: value("WORKER_BATCH_SIZE"),
    pollIntervalMs: value("WORKER_POLL_INTERVAL_MS"),
    leaseMs: value("WORKER_LEASE_SECONDS") * 1_000,
    shutdownTimeoutMs: value("WORKER_SHUTDOWN_TIMEOUT_SECONDS") * 1_000,
    healthPort: value("WORKER_HEALTH_PORT"),
    once: flags.once || env.WORKER_ONCE,
  };
}

function parse(args: readonly string[]): Record<string, string | boolean | undefined> {
  const numberOptions = Object.fromEntries(
    variables.map((variable) => [workerNumbers[variable].flag, { type: "string" as const }]),
  );
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

function checkedNumber(variable: NumberVariable, text: string): number {
  const { flag, minimum, maximum } = workerNumbers[variable];
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
    throw new UsageError(`--${flag} takes a whole number from ${minimum} to ${maximum}, not "${text}".`);
  }
  return value;
}
