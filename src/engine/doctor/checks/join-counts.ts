import { Prisma } from "@/generated/prisma/client";
import { mendBy, type RunCheck } from "../check";
import type { RunGraphs } from "../run-graphs";
import { settleRuns } from "../settle-runs";

/** What the joins that wait have counted, and what the ends of the steps before them come to. */
const counted = (runs: Prisma.Sql, { edges, joins }: RunGraphs): Prisma.Sql => Prisma.sql`
  SELECT run.id AS run_id, step.id, step.node_id, step.edges_decided, step.edges_taken, graph_join.edges_in,
    ended.decided, ended.taken
  FROM ${runs}
    JOIN step_execution AS step ON step.run_id = run.id AND step.status = 'blocked'
    JOIN ${joins} ON graph_join.version_id = run.version_id AND graph_join.node_id = step.node_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS decided, (count(*) FILTER (
          WHERE source.status = 'succeeded' AND (edge.taken_output IS NULL OR edge.taken_output = source.output::text)
        ))::int AS taken
      FROM ${edges} JOIN step_execution AS source
        ON source.run_id = run.id AND source.node_id = edge.source AND source.status IN ('succeeded', 'skipped')
      WHERE edge.version_id = run.version_id AND edge.target = step.node_id
    ) AS ended
  WHERE step.edges_in <> graph_join.edges_in OR step.edges_decided <> ended.decided OR step.edges_taken <> ended.taken`;

export const joinCounts: RunCheck = {
  name: "join-counts",
  rule: "a join that waits has counted the edges that the steps before it decided",
  repair: "counts again; a join whose edges are all decided goes on",
  broken: (runs, graphs) => Prisma.sql`
    SELECT run_id, 'the join ' || node_id || ' has counted ' || edges_decided || ' decided and ' || edges_taken
      || ' taken, of ' || edges_in || ' edges ' || decided || ' and ' || taken || ' are so' AS what
    FROM (${counted(runs, graphs)}) AS wrong`,
  async mend(scope) {
    const { transaction, runs, graphs } = scope;
    const mended = await mendBy(
      transaction,
      Prisma.sql`
        UPDATE step_execution AS step SET
          edges_in = wrong.edges_in, edges_decided = wrong.decided, edges_taken = wrong.taken,
          status = CASE WHEN wrong.decided >= wrong.edges_in THEN 'pending' ELSE 'blocked' END::step_status,
          next_retry_at = date_trunc('milliseconds', now())
        FROM (${counted(runs, graphs)}) AS wrong
        WHERE step.id = wrong.id AND step.status = 'blocked'
        RETURNING step.run_id::text AS run_id, 'counted the edges of ' || step.node_id || ', which is ' || step.status AS change`,
    );
    return [...mended, ...(await settleRuns(scope))];
  },
};
