import { Prisma } from "@/generated/prisma/client";
import { mendBy, type RunCheck } from "../check";

/** The longest lease that a worker can be told to take is an hour; what lies a minute beyond was not written by one. */
const farAway = Prisma.sql`now() + interval '61 minutes'`;

const wrong = Prisma.sql`(
  (step.status = 'running') <> (step.locked_by IS NOT NULL)
  OR (step.status = 'running') <> (step.lease_expires_at IS NOT NULL)
  OR step.lease_expires_at > ${farAway})`;

export const stepLeases: RunCheck = {
  name: "step-leases",
  rule: "exactly the running steps are leased, to a worker and for an hour at most",
  repair:
    "takes the lease from a step that is not running; gives a running step without one back to the queue, its attempt not counted; shortens one that is too long",
  brokenRow: wrong,
  broken: (runs) => Prisma.sql`
    SELECT run.id AS run_id, 'the step ' || step.node_id || ' is ' || step.status || ', leased '
      || coalesce('to ' || step.locked_by, 'to nobody') || coalesce(' until ' || step.lease_expires_at, ' without an end') AS what
    FROM ${runs} JOIN step_execution AS step ON step.run_id = run.id
    WHERE ${wrong}`,
  async mend({ transaction, runs }) {
    const taken = await mendBy(
      transaction,
      Prisma.sql`
        UPDATE step_execution AS step SET locked_by = NULL, lease_expires_at = NULL
        FROM ${runs}
        WHERE step.run_id = run.id AND step.status <> 'running'
          AND (step.locked_by IS NOT NULL OR step.lease_expires_at IS NOT NULL)
        RETURNING run.id::text AS run_id, 'took the lease from ' || step.node_id || ', which is ' || step.status AS change`,
    );
    // A worker that executes it all the same learns from its next heartbeat that it lost it.
    const givenBack = await mendBy(
      transaction,
      Prisma.sql`
        UPDATE step_execution AS step
        SET status = 'pending', attempt = greatest(step.attempt - 1, 0), locked_by = NULL, lease_expires_at = NULL,
          next_retry_at = date_trunc('milliseconds', now())
        FROM ${runs}
        WHERE step.run_id = run.id AND step.status = 'running'
          AND (step.locked_by IS NULL OR step.lease_expires_at IS NULL)
        RETURNING run.id::text AS run_id, 'gave ' || step.node_id || ' back to the queue' AS change`,
    );
    const shortened = await mendBy(
      transaction,
      Prisma.sql`
        UPDATE step_execution AS step SET lease_expires_at = now() + interval '1 hour'
        FROM ${runs} WHERE step.run_id = run.id AND step.lease_expires_at > ${farAway}
        RETURNING run.id::text AS run_id, 'shortened the lease of ' || step.node_id || ' to an hour' AS change`,
    );
    return [...taken, ...givenBack, ...shortened];
  },
};
