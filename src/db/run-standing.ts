import type { NodeType } from "@/core/kinds";
import type { RunStatus, StepStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { jsonRows } from "./json-rows";
import { conditionOutput, errorHead } from "./run-overview";
import { runStatement } from "./run-statement";
import type { Db } from "./types";
import { silentAfterMs } from "./workers";

export interface StandingRunRow {
  id: string;
  versionId: string;
  status: RunStatus;
  /** `{ node_id, code, message }` as JSON text */
  error: string | null;
  finishedAt: Date | null;
  /** the database's clock */
  now: Date;
  /** who cancelled it last */
  cancelledBy: string | null;
}

/** Of the condition's output only what says which branch it chose. */
export interface SucceededStepRow {
  nodeId: string;
  conditionOutput: string | null;
}

/** A step that has not succeeded. */
export interface StandingStepRow {
  id: bigint;
  nodeId: string;
  nodeType: NodeType;
  status: Exclude<StepStatus, "succeeded">;
  attempt: number;
  maxAttempts: number;
  nextRetryAt: Date;
  errorHead: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  isDue: boolean;
  lockedBy: string | null;
  leaseExpiresAt: Date | null;
  isLeaseOver: boolean;
}

export interface WorkerRow {
  id: string;
  host: string;
  pid: number;
  lastSeenAt: Date;
  draining: boolean;
  isAlive: boolean;
}

export interface QueuePlaceRow {
  stepId: bigint;
  /** due steps that a claim takes before this one */
  ahead: number;
}

export interface RunStanding {
  run: StandingRunRow;
  /** they are most of a large run, and nothing has to be said of them */
  succeeded: SucceededStepRow[];
  steps: StandingStepRow[];
  workers: WorkerRow[];
  /** places of this run's due steps; those further back than `countedPlaces` are missing */
  queue: QueuePlaceRow[];
}

/** A place beyond is told as "more than": counting a long queue would cost more than it tells. */
export const countedPlaces = 10_000;

/** What comes as JSON, in which times and the ids of steps are texts. */
type StepsAsJson = (Omit<StandingStepRow, "id" | "nextRetryAt" | "startedAt" | "finishedAt" | "leaseExpiresAt"> & {
  id: string;
  nextRetryAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  leaseExpiresAt: string | null;
})[];
type WorkersAsJson = (Omit<WorkerRow, "lastSeenAt"> & { lastSeenAt: string })[];
type QueueAsJson = (Omit<QueuePlaceRow, "stepId"> & { stepId: string })[];

/** All that decides why a run stands where it stands, on one snapshot and by the database's clock: in one statement. */
export async function readRunStanding(db: Db, runId: string): Promise<RunStanding | undefined> {
  const succeeded = Prisma.sql`
    SELECT step.node_id AS "nodeId", ${conditionOutput} AS "conditionOutput"
    FROM step_execution AS step WHERE step.run_id = run.id AND (step.status = 'succeeded') IS TRUE`;
  const steps = Prisma.sql`
    SELECT step.id::text AS id, step.node_id AS "nodeId", step.node_type AS "nodeType", step.status::text AS status, step.attempt,
      step.max_attempts AS "maxAttempts", step.next_retry_at AS "nextRetryAt", ${errorHead(Prisma.sql`step.error`)} AS "errorHead",
      step.started_at AS "startedAt", step.finished_at AS "finishedAt", step.next_retry_at <= now() AS "isDue", step.locked_by::text AS "lockedBy",
      step.lease_expires_at AS "leaseExpiresAt", coalesce(step.lease_expires_at < now(), false) AS "isLeaseOver"
    FROM step_execution AS step WHERE step.run_id = run.id AND step.status <> 'succeeded' ORDER BY step.id`;
  const workers = Prisma.sql`
    SELECT id::text AS id, host, pid, last_seen_at AS "lastSeenAt", draining,
      last_seen_at > now() - ${silentAfterMs}::float8 * interval '1 ms' AS "isAlive"
    FROM worker ORDER BY last_seen_at DESC`;
  // Walked only where a step of the run is due: the walk along the queue is the dear part.
  const queue = Prisma.sql`
    SELECT id::text AS "stepId", ahead::int AS ahead
    FROM (
      SELECT id, run_id, row_number() OVER (ORDER BY next_retry_at, id) - 1 AS ahead
      FROM (
        SELECT id, run_id, next_retry_at FROM step_execution
        WHERE status = 'pending' AND next_retry_at <= now()
          AND EXISTS (
            SELECT FROM step_execution AS own
            WHERE own.run_id = ${runId}::uuid AND (own.status = 'pending' AND own.next_retry_at <= now()) IS TRUE
          )
        ORDER BY next_retry_at
        LIMIT ${countedPlaces}
      ) AS due
    ) AS placed
    WHERE run_id = ${runId}::uuid`;
  const [row] = await runStatement<StandingRunRow & Record<keyof Omit<RunStanding, "run">, string>>(
    db,
    Prisma.sql`
      SELECT id::text AS id, version_id::text AS "versionId", status::text AS status, error::text AS error,
        finished_at AS "finishedAt", date_trunc('milliseconds', now()) AS now,
        (SELECT actor FROM run_event WHERE run_id = run.id AND type = 'cancel' ORDER BY id DESC LIMIT 1) AS "cancelledBy",
        ${jsonRows(succeeded)} AS succeeded, ${jsonRows(steps)} AS steps, ${jsonRows(workers)} AS workers, ${jsonRows(queue)} AS queue
      FROM run WHERE id = ${runId}::uuid`,
  );
  if (!row) return undefined;
  const { succeeded: done, steps: open, workers: known, queue: places, ...run } = row;
  // The statement's own words.
  return {
    run,
    succeeded: JSON.parse(done) as SucceededStepRow[],
    steps: (JSON.parse(open) as StepsAsJson).map((step) => ({
      ...step,
      id: BigInt(step.id),
      nextRetryAt: new Date(step.nextRetryAt),
      startedAt: timeOrNull(step.startedAt),
      finishedAt: timeOrNull(step.finishedAt),
      leaseExpiresAt: timeOrNull(step.leaseExpiresAt),
    })),
    workers: (JSON.parse(known) as WorkersAsJson).map((worker) => ({
      ...worker,
      lastSeenAt: new Date(worker.lastSeenAt),
    })),
    queue: (JSON.parse(places) as QueueAsJson).map(({ stepId, ahead }) => ({ stepId: BigInt(stepId), ahead })),
  };
}

const timeOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));
