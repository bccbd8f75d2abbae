import { Prisma } from "@/generated/prisma/client";
import type { RunCheck } from "../check";
import { settleRuns } from "../settle-runs";

const wrong = Prisma.sql`(
  (run.status IN ('succeeded', 'failed', 'cancelled') AND step.status IN ('pending', 'running'))
  OR (run.status IN ('succeeded', 'cancelled') AND step.status = 'blocked')
  OR (run.status <> 'cancelled' AND step.status = 'cancelled'))`;

export const finishedRunSteps: RunCheck = {
  name: "finished-run-steps",
  rule: "a finished run has no open step, only a failed one a step that waits at a join, only a cancelled one a cancelled step",
  repair:
    "cancels what a cancelled run left open; any other run goes on with what it owes, but for a cancelled step: cancel the run",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the run is ' || run.status || ', its step ' || step.node_id || ' is ' || step.status AS what
    FROM ${runs} JOIN step_execution AS step ON step.run_id = run.id
    WHERE ${wrong}`,
  mend: settleRuns,
};
