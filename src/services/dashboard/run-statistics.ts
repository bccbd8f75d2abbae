import type { z } from "zod";
import type { RunStatistics, runStatisticsInput } from "@/contracts/dashboard";
import { type RunStatus, runStatuses } from "@/core/state";
import { timeWindow } from "@/core/time-range";
import { readRunStatistics } from "@/db/run-statistics";
import type { RowContext } from "../context";
import { isoTime } from "../times";

/** What became of the runs that were created within a time; test runs are no part of it. */
export async function getRunStatistics(
  { db }: Pick<RowContext, "db">,
  { range }: z.output<typeof runStatisticsInput>,
): Promise<RunStatistics> {
  const window = timeWindow(range, Date.now());
  const { steps, slowest, most_failing } = await readRunStatistics(db, window);
  const counts = noRuns();
  const countsOfSteps = Array.from({ length: window.steps }, noRuns);
  for (const [step, status, runs] of steps) {
    counts[status] += runs;
    // A run of the database's clock can be of a step that this one has not begun.
    const own = countsOfSteps[Math.min(step, window.steps - 1)];
    if (own) own[status] += runs;
  }
  return {
    counts,
    step_seconds: window.stepMs / 1_000,
    steps: countsOfSteps.map((own, index) => ({
      at: isoTime(new Date(window.from + index * window.stepMs)),
      counts: own,
    })),
    slowest,
    most_failing,
  };
}

function noRuns(): Record<RunStatus, number> {
  // Every status has a key.
  return Object.fromEntries(runStatuses.map((status) => [status, 0])) as Record<RunStatus, number>;
}
