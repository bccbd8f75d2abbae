import { find, type Result } from "./figures";
import { rounded } from "./statistics";

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
  value: number;
  atLeast?: number;
  atMost?: number;
  met: boolean;
}

export const plainLimit = "narrow table, 1 client, batch 50";
export const inlined = "inlined chain";

interface Wanted {
  workload: string;
  system: string;
  metric: string;
}

interface WantedRatio extends Wanted {
  against: Wanted;
  atLeast?: number;
  atMost?: number;
}

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
];

const absolute: readonly (Wanted & { atLeast?: number; atMost?: number })[] = [
  { ...w1, metric: "CPU a step, trigger included", atMost: 50 },
  { ...w1, metric: "WAL a step, trigger included", atMost: 1_024 },
  { workload: "W5", system: "HTTP steps of 20 ms", metric: "of what slots and answer time allow", atLeast: 0.8 },
  { workload: "W7", system: "idle worker", metric: "statements/s", atMost: 1 },
  { workload: "W7", system: "idle worker", metric: "CPU", atMost: 0.3 },
  { workload: "W7", system: "idle worker", metric: "resident memory", atMost: 120 },
];

export function ratiosOf(results: readonly Result[]): Ratio[] {
  return ratios.flatMap(({ workload, system, metric, against }) => {
    const ratio = quotient(results, { workload, system, metric }, against);
    const other = against.workload === workload ? against.system : `${against.workload}: ${against.system}`;
    return ratio === undefined ? [] : [{ workload, metric: `${system}: ${metric}`, against: other, ratio }];
  });
}

/** Targets whose figures were measured; a missed one is told as missed. */
export function targetsOf(results: readonly Result[]): Target[] {
  const judged = [
    ...ratios.map((wanted) => ({ ...wanted, value: quotient(results, wanted, wanted.against) })),
    ...absolute.map((wanted) => ({ ...wanted, value: find(results, wanted) })),
  ];
  return judged.flatMap(({ workload, system, metric, atLeast, atMost, value }) => {
    if (value === undefined || (atLeast === undefined && atMost === undefined)) return [];
    const met = value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY);
    const bounds = { ...(atLeast === undefined ? {} : { atLeast }), ...(atMost === undefined ? {} : { atMost }) };
    return [{ workload, metric: `${system}: ${metric}`, value, ...bounds, met }];
  });
}

function quotient(results: readonly Result[], wanted: Wanted, against: Wanted): number | undefined {
  const [value, other] = [find(results, wanted), find(results, against)];
  return value === undefined || !other ? undefined : rounded(value / other, 3);
}
