import { Prisma } from "@/generated/prisma/client";
import { mendBy, type RunCheck } from "../check";
import { settleRuns } from "../settle-runs";

const wrong = Prisma.sql`(
  step.edges_taken < 0 OR step.edges_taken > step.edges_decided OR step.edges_decided > step.edges_in
  OR (step.status = 'blocked' AND step.edges_decided >= step.edges_in))`;

export const stepEdges: RunCheck = {
  name: "step-edges",
  rule: "edges are decided once and taken no oftener, and a join waits only while one is undecided",
  repair: "brings the numbers within their bounds, and lets a join go on that waits for nothing",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the step ' || step.node_id || ' is ' || step.status || ' with ' || step.edges_in || ' edges, '
      || step.edges_decided || ' decided and ' || step.edges_taken || ' taken' AS what
    FROM ${runs} JOIN step_execution AS step ON step.run_id = run.id WHERE ${wrong}`,
  async mend(scope) {
    const { transaction, runs } = scope;
    const mended = await mendBy(
      transaction,
      Prisma.sql`
        UPDATE step_execution AS step SET
          edges_decided = least(step.edges_decided, step.edges_in),
          edges_taken = greatest(0, least(step.edges_taken, step.edges_decided, step.edges_in)),
          status = CASE WHEN step.status = 'blocked' AND step.edges_decided >= step.edges_in THEN 'pending' ELSE step.status END,
          next_retry_at = CASE WHEN step.status = 'blocked' THEN date_trunc('milliseconds', now()) ELSE step.next_retry_at END
        FROM ${runs} WHERE step.run_id = run.id AND ${wrong}
        RETURNING run.id::text AS run_id, 'mended the edges of ' || step.node_id || ', which is ' || step.status AS change`,
    );
    return [...mended, ...(await settleRuns(scope))];
  },
};
