import { Prisma } from "@/generated/prisma/client";
import { mendBy, type RunCheck } from "../check";

const wrong = Prisma.sql`(
  step.attempt < 0 OR step.max_attempts < 1 OR step.attempt > step.max_attempts
  OR (step.status = 'running' AND step.attempt = 0) OR (step.status = 'pending' AND step.attempt >= step.max_attempts))`;

export const stepAttempts: RunCheck = {
  name: "step-attempts",
  rule: "a step's attempts stay within their number, and one that waits has one left",
  repair: "brings the number back within its bounds; a step that waits gets one more try",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the step ' || step.node_id || ' is ' || step.status || ' at attempt ' || step.attempt || ' of '
      || step.max_attempts AS what
    FROM ${runs} JOIN step_execution AS step ON step.run_id = run.id WHERE ${wrong}`,
  mend: ({ transaction, runs }) =>
    mendBy(
      transaction,
      Prisma.sql`
        UPDATE step_execution AS step SET
          max_attempts = greatest(step.max_attempts, 1),
          attempt = least(
            greatest(step.attempt, CASE WHEN step.status = 'running' THEN 1 ELSE 0 END),
            greatest(step.max_attempts, 1) - CASE WHEN step.status = 'pending' THEN 1 ELSE 0 END)
        FROM ${runs} WHERE step.run_id = run.id AND ${wrong}
        RETURNING run.id::text AS run_id,
          'set the attempt of ' || step.node_id || ' to ' || step.attempt || ' of ' || step.max_attempts AS change`,
    ),
};
