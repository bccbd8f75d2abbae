import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { fromRoot } from "../../scripts/support/paths";

const small = ["--runs", "20", "--reps", "1", "--latency-runs", "3", "--width", "5", "--limit-seconds", "1"];

async function bench(...flags: string[]): Promise<string> {
  const args = ["--import", "tsx", "scripts/bench.ts", ...flags];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: fromRoot() });
  return stdout;
}

/** Whether it measures, not what: figures depend on the machine, and nothing here asserts one. */
describe("pnpm bench", () => {
  it("measures the product on a durable database, and prints one JSON document", async () => {
    const report: unknown = JSON.parse(await bench(...small, "--only", "w1,w2,w3", "--json"));
    expect(report).toMatchObject({
      postgres: { fsync: "on", synchronous_commit: "on" },
      options: { runs: 20, repetitions: 1, workerFlags: [] },
      w1: [
        { graph: "queued chain", claimedPerSecond: expect.any(Number), walBytesPerStep: expect.any(Number) },
        { graph: "inlined chain", claimedPerSecond: expect.any(Number), walBytesPerStep: expect.any(Number) },
      ],
      w2: { p50: expect.any(Number), pickUpP50: expect.any(Number) },
      w3: { milliseconds: expect.any(Number) },
    });
  }, 180_000);

  it("refuses flags that make no sense", async () => {
    await expect(bench("--runs", "none")).rejects.toThrow("--runs takes a whole number from 1");
    await expect(bench("--only", "w9")).rejects.toThrow('--only knows limit, w1, w2, w3, not "w9"');
  }, 60_000);
});
