import { readFileSync } from "node:fs";
import { fromRoot } from "../scripts/support/paths";
import { find, type Result } from "./figures";
import { inlined, plainLimit } from "./ratios";
import { rounded } from "./statistics";

/** How much worse than recorded a figure may be: machines differ, and none is quiet all the time. */
const slack = 0.4;

/** `bench/recorded.json`: what a run showed when the figures were last written down. */
interface Recorded {
  /** microseconds of the worker and of PostgreSQL together, in those of the limit's own cell beside it */
  cpuInLimits: number;
  /** steps a second, as a share of the limit's */
  shareOfLimit: number;
}

/**
 * Compares CPU a step and throughput, both against the limit that was measured beside them, with what was recorded. It
 * needs no quiet machine and no particular one: what slows it down slows both.
 *
 * @returns the exit code
 */
export function guard(results: readonly Result[]): number {
  const recorded = JSON.parse(readFileSync(fromRoot("bench/recorded.json"), "utf8")) as Recorded;
  const of = (workload: string, system: string, metric: string): number => {
    const value = find(results, { workload, system, metric });
    if (value === undefined) throw new Error(`The guard needs ${workload} and the limit, and a machine with /proc.`);
    return value;
  };
  const cpuInLimits =
    of("W1", inlined, "CPU a step, trigger included") / of("limit", plainLimit, "PostgreSQL's CPU a step");
  const shareOfLimit = of("W1", inlined, "steps/s, trigger included") / of("limit", plainLimit, "steps/s");
  const verdicts = [
    {
      what: "CPU a step, in the limit's",
      now: cpuInLimits,
      before: recorded.cpuInLimits,
      worse: cpuInLimits > recorded.cpuInLimits * (1 + slack),
    },
    {
      what: "share of the limit",
      now: shareOfLimit,
      before: recorded.shareOfLimit,
      worse: shareOfLimit < recorded.shareOfLimit * (1 - slack),
    },
  ];
  for (const { what, now, before, worse } of verdicts) {
    const verdict = worse ? `WORSE by more than ${slack * 100} %` : "as recorded, or near it";
    process.stderr.write(`${what}: ${rounded(now, 3)}, recorded ${before}: ${verdict}\n`);
  }
  return verdicts.some(({ worse }) => worse) ? 1 : 0;
}
