import { Prisma } from "@/generated/prisma/client";
import type { RunCheck } from "../check";
import { settleRuns } from "../settle-runs";

const wrong = Prisma.sql`(
  (run.status IN ('pending', 'running')) <> (run.finished_at IS NULL)
  OR (run.status IN ('running', 'succeeded', 'failed') AND run.started_at IS NULL))`;

export const runTimes: RunCheck = {
  name: "run-times",
  rule: "a run has its time of starting once it runs, and its time of finishing exactly when it is finished",
  repair: "takes the times from the steps",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT id AS run_id, 'the run is ' || status || ', started ' || coalesce('at ' || started_at, 'at no time') || ', finished '
      || coalesce('at ' || finished_at, 'at no time') AS what
    FROM ${runs}
    WHERE ${wrong}`,
  mend: settleRuns,
};
