import { Prisma } from "@/generated/prisma/client";
import { mendBy, type RunCheck } from "../check";

const claims = Prisma.sql`
  (SELECT step_id, max(claim_number) AS latest FROM step_attempt
    WHERE step_id IN (SELECT id FROM step_execution WHERE run_id = run.id) GROUP BY step_id) AS tried`;

/** The fence rests on it: a number that fell back would let a late result through, and clash with an attempt's key. */
export const stepClaims: RunCheck = {
  name: "step-claims",
  rule: "a step's claim number is at least that of each of its attempts",
  repair: "raises the number; whoever holds the step loses it, and it is tried again",
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the step ' || step.node_id || ' has the claim number ' || step.claim_number
      || ', an attempt of it ' || tried.latest AS what
    FROM ${runs} CROSS JOIN LATERAL ${claims} JOIN step_execution AS step ON step.id = tried.step_id
    WHERE tried.latest > step.claim_number`,
  mend: ({ transaction, runs }) =>
    mendBy(
      transaction,
      Prisma.sql`
        UPDATE step_execution AS step SET claim_number = behind.latest + 1
        FROM (
          SELECT tried.step_id, tried.latest FROM ${runs} CROSS JOIN LATERAL ${claims}
        ) AS behind
        WHERE step.id = behind.step_id AND step.claim_number < behind.latest
        RETURNING step.run_id::text AS run_id, 'raised the claim number of ' || step.node_id || ' to ' || step.claim_number AS change`,
    ),
};
