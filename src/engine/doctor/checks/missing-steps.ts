import { Prisma } from "@/generated/prisma/client";
import type { RunCheck } from "../check";
import type { RunGraphs } from "../run-graphs";

/** What follows a succeeded step is inserted by the statement that lets it succeed. */
export const missingStepsCheck: RunCheck = {
  name: "missing-steps",
  rule: "a run has the step of its trigger, and of every node that a taken edge leads to",
  repair: "none: whether a step that is gone had its effect cannot be known; cancel the run, or trigger it again",
  broken: missingSteps,
};

export function missingSteps(runs: Prisma.Sql, { edges, graphs }: RunGraphs): Prisma.Sql {
  return Prisma.sql`
    WITH stored AS MATERIALIZED (
      SELECT run.id AS run_id, run.version_id, step.node_id, step.status = 'succeeded' AS succeeded,
        CASE WHEN step.node_type = 'condition' THEN step.output::text END AS branch_output
      FROM ${runs} JOIN step_execution AS step ON step.run_id = run.id
    ),
    owed AS (
      SELECT stored.run_id, edge.target AS node_id, stored.node_id AS after
      FROM stored JOIN ${edges} ON edge.version_id = stored.version_id AND edge.source = stored.node_id
      WHERE stored.succeeded AND (edge.taken_output IS NULL OR edge.taken_output = stored.branch_output)
      UNION ALL
      SELECT run.id, graph.trigger_id, NULL FROM ${runs} JOIN ${graphs} ON graph.version_id = run.version_id
    )
    SELECT owed.run_id, 'the step ' || owed.node_id || ' is missing'
      || coalesce(', although ' || owed.after || ' succeeded', '') AS what
    FROM owed LEFT JOIN stored ON stored.run_id = owed.run_id AND stored.node_id = owed.node_id
    WHERE stored.run_id IS NULL`;
}
