import { Prisma } from "@/generated/prisma/client";
import type { RunCheck } from "../check";
import { settleRuns } from "../settle-runs";

const wrong = Prisma.sql`(
  (run.status IN ('pending', 'running')) <> (run.open_steps > 0)
  OR (run.status = 'failed' AND run.dead_steps = 0) OR (run.status = 'succeeded' AND run.dead_steps > 0))`;

export const runStatus: RunCheck = {
  name: "run-status",
  rule: "a run is finished exactly when nothing is open, and failed exactly when a step is dead",
  repair: "ends or continues the run as its steps say, unless a step is missing or waits for ever",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT id AS run_id, 'the run is ' || status || ' with ' || open_steps || ' open and ' || dead_steps || ' dead steps' AS what
    FROM ${runs}
    WHERE ${wrong}`,
  mend: settleRuns,
};
