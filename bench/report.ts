import { cpus, loadavg, totalmem } from "node:os";
import type { FanOut, Latency } from "./latency";
import type { Limit, LimitCell } from "./limit";
import type { BenchOptions } from "./options";
import { medianBy, rounded } from "./statistics";
import type { Throughput } from "./throughput";

/** All repetitions of everything that was measured, in the order in which it was. */
export interface Measurements {
  limit: Limit[];
  w1: Throughput[][];
  w2: Latency[];
  w3: FanOut[];
}

/** The document that `--json` prints. */
export interface BenchReport {
  machine: { cores: number; model: string; memoryGiB: number; node: string; platform: string; loadBefore: number[] };
  postgres: Record<string, string>;
  options: { runs: number; repetitions: number; latencyRuns: number; width: number; workerFlags: string[] };
  /** the median of each measurement */
  limit: Limit | undefined;
  w1: Throughput[];
  w2: Latency | undefined;
  w3: FanOut | undefined;
  /** what the product reaches of what this PostgreSQL can do at most */
  ratios: Record<string, number>;
  all: Measurements;
}

export function describeMachine(): BenchReport["machine"] {
  return {
    cores: cpus().length,
    model: cpus()[0]?.model ?? "unknown",
    memoryGiB: rounded(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    loadBefore: loadavg().map((load) => rounded(load, 2)),
  };
}

export function summarise(
  measured: Measurements,
  context: Pick<BenchReport, "machine" | "postgres"> & { options: BenchOptions },
): BenchReport {
  const { runs, repetitions, latencyRuns, width, workerFlags } = context.options;
  const limit = measured.limit.length > 0 ? medianLimit(measured.limit) : undefined;
  const w1 = (measured.w1[0] ?? []).map((_, index) =>
    medianBy(
      measured.w1.flatMap((repetition) => repetition[index] ?? []),
      ({ stepsPerSecond }) => stepsPerSecond,
    ),
  );
  const w2 = measured.w2.length > 0 ? medianBy(measured.w2, ({ p50 }) => p50) : undefined;
  const w3 = measured.w3.length > 0 ? medianBy(measured.w3, ({ milliseconds }) => milliseconds) : undefined;
  return {
    machine: context.machine,
    postgres: context.postgres,
    options: { runs, repetitions, latencyRuns, width, workerFlags },
    limit,
    w1,
    w2,
    w3,
    ratios: limit ? ratios(limit, w1, w2, w3) : {},
    all: measured,
  };
}

function medianLimit(limits: readonly Limit[]): Limit {
  const single = medianBy(limits, ({ singleRunP50 }) => singleRunP50);
  const cells = (limits[0]?.cells ?? []).map((_, index) =>
    medianBy(
      limits.flatMap((limit) => limit.cells[index] ?? []),
      ({ stepsPerSecond }) => stepsPerSecond,
    ),
  );
  return { ...single, cells };
}

function ratios(
  limit: Limit,
  w1: readonly Throughput[],
  w2: Latency | undefined,
  w3: FanOut | undefined,
): Record<string, number> {
  const narrow = fastest(limit.cells, "narrow table");
  const own = fastest(limit.cells, "product's tables");
  const chain = w1.find(({ graph }) => graph === "queued chain");
  const queued = chain?.claimedPerSecond;
  const plain = limit.cells.find(
    ({ shape, clients, batch }) => shape === "product's tables" && clients === 1 && batch > 1,
  );
  const plainCpu = plain?.postgresCpuMicrosecondsPerStep;
  const entries: [string, number | undefined][] = [
    ["w1 claimed steps/s of the product's tables' limit", queued && queued / own],
    ["w1 claimed steps/s of the narrow table's limit", queued && queued / narrow],
    [
      "w1 PostgreSQL CPU a step, in those of the product's tables' limit",
      chain?.postgresCpuMicrosecondsPerStep && plainCpu && chain.postgresCpuMicrosecondsPerStep / plainCpu,
    ],
    [
      "w1 WAL a step, in that of the product's tables' limit",
      chain && plain && chain.walBytesPerStep / plain.walBytesPerStep,
    ],
    ["w2 p50 in single raw runs", w2 && w2.p50 / limit.singleRunP50],
    ["w3 steps/s of the product's tables' limit", w3 && w3.stepsPerSecond / own],
  ];
  return Object.fromEntries(
    entries.flatMap(([name, ratio]) => (ratio === undefined ? [] : [[name, rounded(ratio, 3)]])),
  );
}

function fastest(cells: readonly LimitCell[], shape: string): number {
  return Math.max(...cells.filter((cell) => cell.shape === shape).map(({ stepsPerSecond }) => stepsPerSecond));
}
