import { Prisma } from "@/generated/prisma/client";
import type { RunCheck } from "../check";
import { settleRuns } from "../settle-runs";

export const runTimes: RunCheck = {
  name: "run-times",
  rule: "a run has its time of starting once it runs, and its time of finishing exactly when it is finished",
  repair: "takes the times from the steps",
  broken: (runs) => Prisma.sql`
    SELECT id AS run_id, 'the run is ' || status || ', started ' || coalesce('at ' || started_at, 'at no time') || ', finished '
      || coalesce('at ' || finished_at, 'at no time') AS what
    FROM ${runs}
    WHERE (status IN ('pending', 'running')) <> (finished_at IS NULL)
      OR (status IN ('running', 'succeeded', 'failed') AND started_at IS NULL)`,
  mend: settleRuns,
};
