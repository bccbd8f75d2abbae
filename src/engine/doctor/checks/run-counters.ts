import { Prisma } from "@/generated/prisma/client";
import type { RunCheck } from "../check";
import { settleRuns } from "../settle-runs";

export const runCounters: RunCheck = {
  name: "run-counters",
  rule: "open_steps counts a run's pending and running steps, dead_steps its dead ones",
  repair: "counts again, and ends or continues the run accordingly",
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the run counts ' || run.open_steps || ' open and ' || run.dead_steps || ' dead steps and has '
      || tally.open || ' and ' || tally.dead AS what
    FROM ${runs} LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status IN ('pending', 'running')) AS open, count(*) FILTER (WHERE status = 'dead') AS dead
      FROM step_execution WHERE run_id = run.id
    ) AS tally ON true
    WHERE run.open_steps <> tally.open OR run.dead_steps <> tally.dead`,
  mend: settleRuns,
};
