import { parseArgs } from "node:util";
import { Failure } from "../scripts/support/failure";
import { type WorkloadName, workloadNames } from "./workload-names";

const allNames = workloadNames.map(({ name }) => name.toLowerCase());
const usualNames = workloadNames.filter(({ usual }) => usual).map(({ name }) => name.toLowerCase());

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
  /** finished steps in the table, one after the other */
  histories: number[];
  /** steps of another workflow in front of a small run */
  queue: number;
  /** names of workloads */
  only: ReadonlySet<WorkloadName>;
  /** small numbers; nothing that takes long to start */
  quick: boolean;
  /** with other systems beside the product */
  peers: boolean;
  /** n8n, too, which is installed and started apart from the others */
  n8n: boolean;
  json: boolean;
  /** compare with what is recorded */
  guard: boolean;
  /** flags handed to the worker; none: as it is shipped */
  workerFlags: string[];
}

export const usage = `pnpm bench [flags]
  --runs N            runs that W1 drains (10000)
  --reps N            repetitions; the median counts (3)
  --only LIST         of ${allNames.join(", ")}, separated by commas (${usualNames.join(",")}), or all
  --peers             graphile-worker, pg-boss, DBOS and BullMQ in turn with W1, W2, W3 and, with 2 ms added to each commit, W1 and W2
                      (bench/README.md says how they are installed)
  --peers-n8n         n8n's W4
  --quick             small numbers, one repetition: less than 3 minutes
  --guard             exit code 1 if W1 is more than 40 % worse than recorded, against the limit beside it (bench/recorded.json)
  --json              one JSON document on standard output, and nothing else there
  --limit-seconds N   how long each cell of the limit is measured (3)
  --latency-runs N    runs of W2 (200)
  --width N           parallel steps of W3 (500)
  --history LIST      finished steps in the table for W6 (1000000,5000000)
  --queue N           steps of another workflow in front of W6's small runs (100000)
  --concurrency N     the worker's flags, instead of their defaults
  --batch-size N`;

const usualValues = {
  runs: "10000",
  repetitions: "3",
  limitSeconds: "3",
  latencyRuns: "200",
  histories: "1000000,5000000",
  queue: "100000",
};

const quickValues = {
  runs: "5000",
  repetitions: "1",
  limitSeconds: "1",
  latencyRuns: "100",
  histories: "300000",
  queue: "20000",
};

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
    limitSeconds: seconds("limit-seconds", values["limit-seconds"]),
    latencyRuns: positive("latency-runs", values["latency-runs"]),
    width: positive("width", values.width),
    histories: values.history.split(",").map((text) => positive("history", text)),
    queue: positive("queue", values.queue),
    only: new Set((values.only === "all" ? allNames : values.only.split(",")).map(workloadName)),
    quick: values.quick,
    peers: values.peers,
    n8n: values["peers-n8n"],
    json: values.json,
    guard: values.guard,
    workerFlags,
  };
}

function readFlags(args: readonly string[]) {
  const initial = args.includes("--quick") ? quickValues : usualValues;
  try {
    return parseArgs({
      args: [...args],
      options: {
        runs: { type: "string", default: initial.runs },
        reps: { type: "string", default: initial.repetitions },
        "limit-seconds": { type: "string", default: initial.limitSeconds },
        "latency-runs": { type: "string", default: initial.latencyRuns },
        width: { type: "string", default: "500" },
        history: { type: "string", default: initial.histories },
        queue: { type: "string", default: initial.queue },
        only: { type: "string", default: usualNames.join(",") },
        peers: { type: "boolean", default: false },
        "peers-n8n": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        quick: { type: "boolean", default: false },
        guard: { type: "boolean", default: false },
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

/** Parts of a second, too: enough to see whether it measures. */
function seconds(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Failure(`--${flag} takes a number of seconds, not "${text}".`);
  return value;
}

function workloadName(text: string): WorkloadName {
  const workload = workloadNames.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  if (!workload) throw new Failure(`--only knows ${allNames.join(", ")}, not "${text}".`);
  return workload.name;
}
