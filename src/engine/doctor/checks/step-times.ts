import { Prisma } from "@/generated/prisma/client";
import { mendBy, type RunCheck } from "../check";

const wrong = Prisma.sql`
  (step.status IN ('succeeded', 'dead', 'skipped', 'cancelled')) <> (step.finished_at IS NOT NULL)`;

export const stepTimes: RunCheck = {
  name: "step-times",
  rule: "a step has its time of finishing exactly when it is finished",
  repair: "removes the time, or sets it to the run's end, else to now",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the step ' || step.node_id || ' is ' || step.status || ', finished '
      || coalesce('at ' || step.finished_at, 'at no time') AS what
    FROM ${runs} JOIN step_execution AS step ON step.run_id = run.id WHERE ${wrong}`,
  mend: ({ transaction, runs }) =>
    mendBy(
      transaction,
      Prisma.sql`
        UPDATE step_execution AS step
        SET finished_at = CASE WHEN step.finished_at IS NULL THEN coalesce(run.finished_at, now()) END
        FROM ${runs} WHERE step.run_id = run.id AND ${wrong}
        RETURNING run.id::text AS run_id, 'mended the end of ' || step.node_id || ', which is ' || step.status AS change`,
    ),
};
