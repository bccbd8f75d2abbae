import { stepError } from "@/core/executor";
import { Prisma } from "@/generated/prisma/client";
import { errorText, storedError } from "../../stored-result";
import { mendBy, type RunCheck } from "../check";

const lostError = errorText(storedError(stepError("unknown", "The step is dead; its error was not stored.")));

const wrong = Prisma.sql`(
  (step.status = 'succeeded' AND step.output IS NULL)
  OR (step.status = 'dead' AND (step.error IS NULL OR step.error_key IS NULL)))`;

export const stepResults: RunCheck = {
  name: "step-results",
  rule: "a succeeded step has an output, a dead one an error",
  repair: "gives a dead step an error that says that it was lost; an output that is gone cannot be made up",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the step ' || step.node_id || ' is ' || step.status || ' without '
      || CASE WHEN step.status = 'succeeded' THEN 'an output' WHEN step.error IS NULL THEN 'an error' ELSE 'its kind of error' END
      AS what
    FROM ${runs} JOIN step_execution AS step ON step.run_id = run.id
    WHERE ${wrong}`,
  mend: ({ transaction, runs }) =>
    mendBy(
      transaction,
      // Naming the status lets the trigger write the kind of error that dead letters are grouped by.
      Prisma.sql`
        UPDATE step_execution AS step SET status = 'dead', error = coalesce(step.error, ${lostError}::json)
        FROM ${runs} WHERE step.run_id = run.id AND step.status = 'dead' AND (step.error IS NULL OR step.error_key IS NULL)
        RETURNING run.id::text AS run_id, 'gave ' || step.node_id || ' an error' AS change`,
    ),
};
