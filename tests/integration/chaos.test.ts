import { afterAll, beforeAll, expect, it } from "vitest";
import { Lab } from "../chaos/lab/lab";
import { chaosCases } from "../chaos/registry";
import { type CaseReport, runCase } from "../chaos/run-case";

/** The fault laboratory in short: real processes, a real server. At length: pnpm chaos (docs/reliability.md). */
const seed = Date.now() % 100_000;
const reports: CaseReport[] = [];
let lab: Lab;
beforeAll(() => {
  lab = new Lab({ form: "short", seed });
});
afterAll(() => lab.close(), 60_000);

it.each(Object.entries(chaosCases).map(([name, { title }]) => [name, title]))(
  "%s: %s",
  async (name) => {
    const report = await runCase(lab, name);
    reports.push(report);
    const { lost, duplicated, unexpected } = report;
    expect({ lost, duplicated, unexpected }, `seed ${seed}`).toEqual({ lost: [], duplicated: [], unexpected: [] });
  },
  300_000,
);

it("has broken enough to prove something", () => {
  const sum = (figure: string) => reports.reduce((total, { figures }) => total + Number(figures[figure] ?? 0), 0);
  expect(sum("runs")).toBeGreaterThanOrEqual(300);
  expect(sum("kills")).toBeGreaterThanOrEqual(5);
  expect(sum("interrupted_steps")).toBeGreaterThan(0);
  expect(sum("late_results_refused")).toBeGreaterThan(0);
});
