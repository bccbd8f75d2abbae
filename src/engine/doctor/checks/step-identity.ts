import { Prisma } from "@/generated/prisma/client";
import { mendBy, type RunCheck } from "../check";

export const stepIdentity: RunCheck = {
  name: "step-identity",
  rule: "a node has one step in a run, whose dedup key is made of both, and whose workflow is the run's",
  repair: "sets the key and the workflow, unless another step has the key: then only a person can say which one counts",
  brokenRow: Prisma.sql`
    (step.dedup_key <> 'run-' || run.id || ':node-' || step.node_id OR step.workflow_id <> run.workflow_id)`,
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the step ' || step.node_id || ' has the dedup key ' || step.dedup_key AS what
    FROM ${runs} JOIN step_execution AS step ON step.run_id = run.id
    WHERE step.dedup_key <> 'run-' || run.id || ':node-' || step.node_id
    UNION ALL
    SELECT run.id, 'the step ' || step.node_id || ' belongs to the workflow ' || step.workflow_id
    FROM ${runs} JOIN step_execution AS step ON step.run_id = run.id
    WHERE step.workflow_id <> run.workflow_id`,
  mend: async ({ transaction, runs }) => [
    ...(await mendBy(
      transaction,
      // Of two steps of one node, both with a wrong key, neither gets it.
      Prisma.sql`
        UPDATE step_execution AS step SET dedup_key = 'run-' || run.id || ':node-' || step.node_id
        FROM ${runs}
        WHERE step.run_id = run.id AND step.dedup_key <> 'run-' || run.id || ':node-' || step.node_id
          AND NOT EXISTS (
            SELECT FROM step_execution AS other
            WHERE other.run_id = run.id AND other.node_id = step.node_id AND other.id <> step.id
          )
          AND NOT EXISTS (
            SELECT FROM step_execution AS other
            WHERE other.run_id = run.id AND other.dedup_key = 'run-' || run.id || ':node-' || step.node_id
          )
        RETURNING run.id::text AS run_id, 'set the dedup key of ' || step.node_id AS change`,
    )),
    ...(await mendBy(
      transaction,
      Prisma.sql`
        UPDATE step_execution AS step SET workflow_id = run.workflow_id
        FROM ${runs} WHERE step.run_id = run.id AND step.workflow_id <> run.workflow_id
        RETURNING run.id::text AS run_id, 'set the workflow of ' || step.node_id AS change`,
    )),
  ],
};
