import { find, type Result } from "./figures";
import { pageRequestNames } from "./page-requests";
import { peerRatios } from "./peer-ratios";
import { rounded } from "./statistics";
import type { Wanted, WantedRatio } from "./wanted-ratio";

export interface Ratio {
  workload: string;
  metric: string;
  against: string;
  ratio: number;
}

/** A figure, or a ratio of two, and what it is to reach. */
export interface Target {
  workload: string;
  metric: string;
  /** for a ratio: the other figure's system */
  against?: string;
  value: number;
  atLeast?: number;
  atMost?: number;
  met: boolean;
}

export const plainLimit = "narrow table, 1 client, batch 50";
export const inlined = "inlined chain";
export const inlinedTenfold = "inlined chain, ten times the runs";

const stepsPerSecond = "steps/s, trigger included";
const w1 = { workload: "W1", system: inlined };

const ratios: readonly WantedRatio[] = [
  {
    ...w1,
    metric: stepsPerSecond,
    against: { workload: "limit", system: plainLimit, metric: "steps/s" },
    atLeast: 0.8,
  },
  {
    workload: "W2",
    system: "one run at a time",
    metric: "p50",
    against: { workload: "limit", system: "one run in plain SQL", metric: "p50" },
  },
  ...["1000000 finished steps", "5000000 finished steps"].map((system) => ({
    workload: "W6",
    system,
    metric: stepsPerSecond,
    against: { workload: "W6", system: "empty table", metric: stepsPerSecond },
    atLeast: 0.9,
  })),
  {
    workload: "W6",
    system: "an old snapshot held",
    metric: stepsPerSecond,
    against: { workload: "W6", system: "empty table", metric: stepsPerSecond },
    atLeast: 0.8,
  },
  {
    workload: "W6",
    system: "2 ms a commit",
    metric: stepsPerSecond,
    against: { workload: "W6", system: "empty table", metric: stepsPerSecond },
  },
  {
    workload: "W6",
    system: "a small run behind another workflow's queue",
    metric: "p95",
    against: { workload: "W6", system: "a small run on an idle worker", metric: "p95" },
    atMost: 2,
  },
  {
    workload: "W7",
    system: "2 workers",
    metric: stepsPerSecond,
    against: { workload: "W7", system: "1 worker", metric: stepsPerSecond },
    atLeast: 1,
  },
  {
    workload: "W7",
    system: "4 workers",
    metric: stepsPerSecond,
    against: { workload: "W7", system: "1 worker", metric: stepsPerSecond },
  },
  ...peerRatios,
];

const absolute: readonly (Wanted & { atLeast?: number; atMost?: number })[] = [
  { ...w1, metric: "CPU a step, trigger included", atMost: 50 },
  { ...w1, system: inlinedTenfold, metric: "CPU a step, trigger included", atMost: 50 },
  { ...w1, metric: "WAL a step, trigger included", atMost: 1_024 },
  { workload: "W5", system: "HTTP steps of 20 ms", metric: "of what slots and answer time allow", atLeast: 0.8 },
  { workload: "W7", system: "idle worker", metric: "statements/s", atMost: 1 },
  { workload: "W7", system: "idle worker", metric: "CPU", atMost: 0.3 },
  { workload: "W7", system: "idle worker", metric: "resident memory", atMost: 120 },
  ...pageRequestNames.map((system) => ({ workload: "W8", system, metric: "p95", atMost: 50 })),
];

export function ratiosOf(results: readonly Result[]): Ratio[] {
  return ratios.flatMap((wanted) => {
    const { workload, system, metric } = wanted;
    const ratio = quotient(results, wanted, wanted.against);
    return ratio === undefined ? [] : [{ workload, metric: `${system}: ${metric}`, against: nameOf(wanted), ratio }];
  });
}

function nameOf({ workload, against }: WantedRatio): string {
  return against.workload === workload ? against.system : `${against.workload}: ${against.system}`;
}

/** Targets whose figures were measured; a missed one is told as missed. */
export function targetsOf(results: readonly Result[]): Target[] {
  const judged = [
    ...ratios.map((wanted) => ({
      ...wanted,
      value: quotient(results, wanted, wanted.against),
      compared: { against: nameOf(wanted) },
    })),
    ...absolute.map((wanted) => ({ ...wanted, value: find(results, wanted), compared: {} })),
  ];
  return judged.flatMap(({ workload, system, metric, atLeast, atMost, value, compared }) => {
    if (value === undefined || (atLeast === undefined && atMost === undefined)) return [];
    const met = value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY);
    const bounds = { ...(atLeast === undefined ? {} : { atLeast }), ...(atMost === undefined ? {} : { atMost }) };
    return [{ workload, metric: `${system}: ${metric}`, ...compared, value, ...bounds, met }];
  });
}

function quotient(results: readonly Result[], wanted: Wanted, against: Wanted): number | undefined {
  const [value, other] = [find(results, wanted), find(results, against)];
  return value === undefined || !other ? undefined : rounded(value / other, 3);
}
