import { Prisma } from "@/generated/prisma/client";
import type { RunCheck } from "../check";
import { settleRuns } from "../settle-runs";

const wrong = Prisma.sql`(run.status <> 'cancelled' AND (run.error IS NOT NULL) <> (run.dead_steps > 0))`;

export const runError: RunCheck = {
  name: "run-error",
  rule: "a run that was not cancelled shows an error exactly when a step is dead",
  repair: "takes the error from the first dead step, or removes it",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT id AS run_id, 'the run has ' || dead_steps || ' dead steps and ' || CASE WHEN error IS NULL THEN 'no' ELSE 'an' END
      || ' error' AS what
    FROM ${runs} WHERE ${wrong}`,
  mend: settleRuns,
};
