import { cpus, loadavg, totalmem } from "node:os";
import { type Figure, type Result, summarise } from "./figures";
import type { BenchOptions } from "./options";
import { type Ratio, ratiosOf, type Target, targetsOf } from "./ratios";
import { rounded } from "./statistics";

/** The document that `--json` prints. */
export interface BenchReport {
  machine: { cores: number; model: string; memoryGiB: number; node: string; platform: string; loadBefore: number[] };
  postgres: Record<string, string>;
  /** with `--peers`: their packages' versions */
  peers?: Record<string, string>;
  options: Pick<BenchOptions, "runs" | "repetitions" | "latencyRuns" | "width" | "workerFlags">;
  /** the median of each measurement, and all of its repetitions */
  results: Result[];
  ratios: Ratio[];
  targets: Target[];
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

export function report(
  measured: readonly Figure[],
  { options, ...about }: Pick<BenchReport, "machine" | "postgres" | "peers"> & { options: BenchOptions },
): BenchReport {
  const { runs, repetitions, latencyRuns, width, workerFlags } = options;
  const results = summarise(measured);
  return {
    ...about,
    options: { runs, repetitions, latencyRuns, width, workerFlags },
    results,
    ratios: ratiosOf(results),
    targets: targetsOf(results),
  };
}
