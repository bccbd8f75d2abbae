import { parseArgs } from "node:util";
import { Failure } from "../scripts/support/failure";

export const workloadNames = ["limit", "w1", "w2", "w3"] as const;
export type WorkloadName = (typeof workloadNames)[number];

export interface BenchOptions {
  /** runs that W1 drains */
  runs: number;
  /** every measurement is the median of so many */
  repetitions: number;
  /** how long each cell of the limit is measured */
  limitSeconds: number;
  /** runs that W2 starts, one after the other */
  latencyRuns: number;
  /** parallel steps of W3 */
  width: number;
  only: ReadonlySet<WorkloadName>;
  json: boolean;
  /** flags handed to the worker; none: as it is shipped */
  workerFlags: string[];
}

export const usage = `pnpm bench [flags]
  --runs N            runs that W1 drains (10000)
  --reps N            repetitions; the median counts (3)
  --only LIST         of ${workloadNames.join(", ")}, separated by commas (all)
  --json              one JSON document on standard output, and nothing else there
  --limit-seconds N   how long each cell of the limit is measured (3)
  --latency-runs N    runs of W2 (200)
  --width N           parallel steps of W3 (500)
  --concurrency N     the worker's flags, instead of their defaults
  --batch-size N`;

/** @throws Failure */
export function readOptions(args: readonly string[]): BenchOptions | "help" {
  const values = readFlags(args);
  if (values.help) return "help";
  const workerFlags = [
    ...(values.concurrency ? ["--concurrency", values.concurrency] : []),
    ...(values["batch-size"] ? ["--batch-size", values["batch-size"]] : []),
  ];
  return {
    runs: positive("runs", values.runs),
    repetitions: positive("reps", values.reps),
    limitSeconds: positive("limit-seconds", values["limit-seconds"]),
    latencyRuns: positive("latency-runs", values["latency-runs"]),
    width: positive("width", values.width),
    only: new Set(values.only.split(",").map(workloadName)),
    json: values.json,
    workerFlags,
  };
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        runs: { type: "string", default: "10000" },
        reps: { type: "string", default: "3" },
        "limit-seconds": { type: "string", default: "3" },
        "latency-runs": { type: "string", default: "200" },
        width: { type: "string", default: "500" },
        only: { type: "string", default: workloadNames.join(",") },
        json: { type: "boolean", default: false },
        concurrency: { type: "string" },
        "batch-size": { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

function positive(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Failure(`--${flag} takes a whole number from 1, not "${text}".`);
  return value;
}

function workloadName(text: string): WorkloadName {
  const name = workloadNames.find((known) => known === text.trim().toLowerCase());
  if (!name) throw new Failure(`--only knows ${workloadNames.join(", ")}, not "${text}".`);
  return name;
}
