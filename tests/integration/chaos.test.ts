import { afterAll, expect, it } from "vitest";
import { Lab } from "../chaos/lab/lab";
import { caseNames, chaosCases } from "../chaos/registry";
import { type CaseReport, runCase } from "../chaos/run-case";

/**
 * The fault laboratory in short: real processes, real servers. At length: pnpm chaos (docs/reliability.md). Most cases
 * wait for leases and restarts, so two laboratories work side by side, each through its cases in turn.
 */
const seed = Date.now() % 100_000;
const quiet = ["outages", "connections", "pauses", "pool", "clock"];
const names = caseNames("short");
const lanes = [quiet, names.filter((name) => !quiet.includes(name))].map((cases) => ({
  lab: new Lab({ form: "short", seed }),
  cases,
}));
const reports = new Map<string, Promise<CaseReport>>();
for (const { lab, cases } of lanes) {
  let before: Promise<unknown> = Promise.resolve();
  for (const name of cases) {
    const report = before.then(() => runCase(lab, name));
    reports.set(name, report);
    before = report.catch(() => undefined);
  }
}
afterAll(async () => {
  await Promise.allSettled(reports.values());
  await Promise.all(lanes.map(({ lab }) => lab.close()));
}, 600_000);

it.each(names.map((name) => [name, chaosCases[name]?.title]))(
  "%s: %s",
  async (name) => {
    const report = await reports.get(name);
    const found = { lost: report?.lost, duplicated: report?.duplicated, unexpected: report?.unexpected };
    expect(found, `seed ${seed}`).toEqual({ lost: [], duplicated: [], unexpected: [] });
  },
  600_000,
);

it("has broken enough to prove something", async () => {
  const all = await Promise.all(reports.values());
  const sum = (figure: string) => all.reduce((total, { figures }) => total + Number(figures[figure] ?? 0), 0);
  expect(sum("runs")).toBeGreaterThanOrEqual(300);
  expect(sum("kills")).toBeGreaterThanOrEqual(5);
  expect(sum("interrupted_steps")).toBeGreaterThan(0);
  expect(sum("late_results_refused")).toBeGreaterThan(0);
  expect(sum("workers_that_died")).toBeGreaterThan(0);
  expect(sum("connections_terminated")).toBeGreaterThan(0);
}, 600_000);
