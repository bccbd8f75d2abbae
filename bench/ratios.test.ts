import { expect, it } from "vitest";
import type { Result } from "./figures";
import { ratiosOf, targetsOf } from "./ratios";

function result(system: string, metric: string, median: number, workload = "W1"): Result {
  return { workload, system, metric, unit: "", median, all: [median] };
}

const stepsPerSecond = "steps/s, trigger included";
const cpu = "CPU a step, trigger included";

it("the product's figure is told in shares of the peer's, and judged by that peer's bound", () => {
  const results = [
    result("inlined chain", stepsPerSecond, 24_000),
    result("graphile-worker, batched", stepsPerSecond, 2_000.5),
    result("DBOS", stepsPerSecond, 1_600),
    result("pg-boss", stepsPerSecond, 48_000),
  ];
  const metric = `inlined chain: ${stepsPerSecond}`;
  expect(ratiosOf(results)).toEqual([
    { workload: "W1", metric, against: "graphile-worker, batched", ratio: 11.997 },
    { workload: "W1", metric, against: "pg-boss", ratio: 0.5 },
    { workload: "W1", metric, against: "DBOS", ratio: 15 },
  ]);
  expect(targetsOf(results)).toEqual([
    { workload: "W1", metric, against: "graphile-worker, batched", value: 11.997, atLeast: 12, met: false },
    { workload: "W1", metric, against: "DBOS", value: 15, atLeast: 16, met: false },
  ]);
});

it("where less is better the bound is at most, and itself is met", () => {
  const results = [result("inlined chain", cpu, 60), result("graphile-worker", cpu, 600)];
  const [beside] = targetsOf(results).filter(({ against }) => against === "graphile-worker");
  expect(beside).toMatchObject({ value: 0.1, atMost: 0.1, met: true });
});

it("without the peer there is neither ratio nor target", () => {
  const results = [result("2 ms a commit", stepsPerSecond, 9_000, "W6")];
  expect([ratiosOf(results), targetsOf(results)]).toEqual([[], []]);
});
