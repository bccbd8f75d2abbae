import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { guard } from "../../bench/guard";
import { readOptions } from "../../bench/options";
import { fromRoot } from "../../scripts/support/paths";

const small = ["--runs", "20", "--reps", "1", "--latency-runs", "3", "--width", "5", "--limit-seconds", "0.2"];

async function bench(...flags: string[]): Promise<string> {
  const args = ["--import", "tsx", "scripts/bench.ts", ...flags];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: fromRoot() });
  return stdout;
}

/** Whether it measures, not what: figures depend on the machine, and nothing here asserts one. */
describe("pnpm bench", () => {
  it("measures the product on a durable database, and prints one JSON document", async () => {
    const report = JSON.parse(await bench(...small, "--only", "limit,w1,w2,w3,w5", "--json")) as {
      results: { workload: string; system: string; metric: string; median: number; all: number[] }[];
    };
    expect(report).toMatchObject({
      postgres: { fsync: "on", synchronous_commit: "on" },
      options: { runs: 20, repetitions: 1, workerFlags: [] },
      ratios: [
        { workload: "W1", ratio: expect.any(Number) },
        { workload: "W2", ratio: expect.any(Number) },
      ],
    });
    const measured = report.results.map(({ workload, system, metric }) => `${workload} ${system}: ${metric}`);
    expect(measured).toEqual(
      expect.arrayContaining([
        "limit narrow table, 1 client, batch 50: steps/s",
        "W1 queued chain: steps/s, trigger included",
        "W1 inlined chain: WAL a step, trigger included",
        "W2 one run at a time: p50",
        "W3 5 steps: time",
        "W3 5 steps inline: time",
        "W5 HTTP steps of 20 ms: steps/s",
      ]),
    );
    expect(report.results.every(({ all }) => all.length === 1)).toBe(true);
  }, 180_000);

  it("measures small runs beside a queue, troubled databases and several workers", async () => {
    // Beside fewer small runs nothing of the queue might be done, which the benchmark refuses to call a measurement.
    const few = [...small, "--latency-runs", "12", "--history", "40", "--queue", "20000"];
    const report = JSON.parse(await bench(...few, "--only", "w6", "--json")) as { results: { system: string }[] };
    expect(new Set(report.results.map(({ system }) => system))).toEqual(
      new Set([
        "empty table",
        "40 finished steps",
        "an old snapshot held",
        "2 ms a commit",
        "one run with 2 ms a commit, until a client has read it",
        "a small run on an idle worker",
        "a small run behind another workflow's queue",
      ]),
    );
  }, 180_000);

  it("refuses flags that make no sense", async () => {
    await expect(bench("--runs", "none")).rejects.toThrow("--runs takes a whole number from 1");
    expect(() => readOptions(["--limit-seconds", "0"])).toThrow("--limit-seconds takes a number of seconds");
    await expect(bench("--only", "w9")).rejects.toThrow('--only knows limit, w1, w2, w3, w4, w5, w6, w7, w8, not "w9"');
  }, 60_000);
});

describe("the guard", () => {
  const measured = (cpu: number, stepsPerSecond: number) =>
    [
      ["limit", "narrow table, 1 client, batch 50", "PostgreSQL's CPU a step", 20],
      ["limit", "narrow table, 1 client, batch 50", "steps/s", 40_000],
      ["W1", "inlined chain", "CPU a step, trigger included", cpu],
      ["W1", "inlined chain", "steps/s, trigger included", stepsPerSecond],
    ].map(([workload, system, metric, median]) => ({
      workload: String(workload),
      system: String(system),
      metric: String(metric),
      unit: "",
      median: Number(median),
      all: [],
    }));

  it("lets pass what is as recorded, and neither more CPU nor fewer steps by half", () => {
    expect(guard(measured(60, 24_000))).toBe(0);
    expect(guard(measured(120, 24_000))).toBe(1);
    expect(guard(measured(60, 8_000))).toBe(1);
  });
});
