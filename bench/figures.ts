import { percentile, rounded } from "./statistics";

/** One figure of one measurement. */
export interface Figure {
  /** W1 */
  workload: string;
  /** what was measured: the product in some shape, or what it is compared with */
  system: string;
  metric: string;
  unit: string;
  /** undefined where this machine cannot tell */
  value: number | undefined;
}

/** The same figure of all repetitions. */
export interface Result extends Omit<Figure, "value"> {
  median: number;
  all: number[];
}

/** Figures of one system under one workload: `{ "steps/s": [123, "1/s"] }`. */
export function figures(
  workload: string,
  system: string,
  values: Readonly<Record<string, readonly [value: number | undefined, unit: string]>>,
): Figure[] {
  return Object.entries(values).map(([metric, [value, unit]]) => ({ workload, system, metric, unit, value }));
}

/** The median of each figure, in the order in which they came first. Those that this machine cannot tell are left out. */
export function summarise(measured: readonly Figure[]): Result[] {
  const results = new Map<string, Omit<Result, "median">>();
  for (const { value, ...figure } of measured) {
    if (value === undefined) continue;
    const key = keyOf(figure);
    const result = results.get(key) ?? { ...figure, all: [] };
    result.all.push(value);
    results.set(key, result);
  }
  return [...results.values()].map((result) => ({ ...result, median: rounded(percentile(result.all, 0.5), 3) }));
}

export function find(
  results: readonly Result[],
  wanted: { workload: string; system: string; metric: string },
): number | undefined {
  return results.find((result) => keyOf(result) === keyOf(wanted))?.median;
}

function keyOf({ workload, system, metric }: Pick<Figure, "workload" | "system" | "metric">): string {
  return [workload, system, metric].join("\n");
}
