import { runStatement } from "@/db/run-statement";
import { Prisma } from "@/generated/prisma/client";
import type { EngineContext } from "./context";
import { smallValueBytes } from "./small-value";

/** A step that this worker may execute until its lease ends. */
export interface ClaimedStep {
  id: bigint;
  runId: string;
  workflowId: string;
  versionId: string;
  nodeId: string;
  nodeType: string;
  attempt: number;
  maxAttempts: number;
  /** the fence: a finish is accepted only with the step's latest number */
  claimNumber: bigint;
  edgesIn: number;
  edgesTaken: number;
  dedupKey: string;
  /** what an earlier execution left behind, as JSON text */
  output: string | null;
  /** the run's payload, as JSON text; null: too large to be loaded along */
  payload: string | null;
  payloadBytes: number;
  /** the run is still shown as pending */
  runPending: boolean;
  /** no claim has brought it: it was inserted with its predecessor's result, for this worker */
  leased: boolean;
  /** it had its turn before a long queue of other workflows, and its result goes before theirs, too */
  ahead: boolean;
}

export interface ClaimRequest {
  workerId: string;
  limit: number;
  leaseMs: number;
  /** only steps of this run */
  runId?: string | undefined;
}

/** What the statement answers of each step. */
export interface ClaimRow {
  id: bigint;
  run_id: string;
  workflow_id: string;
  version_id: string;
  node_id: string;
  node_type: string;
  attempt: number;
  max_attempts: number;
  claim_number: bigint;
  edges_in: number;
  edges_taken: number;
  dedup_key: string;
  output: string | null;
  payload: string | null;
  payload_bytes: number;
  run_pending: boolean;
}

/**
 * Claims due steps: each becomes `running`, leased to the worker, with a new claim number. SKIP LOCKED lets workers
 * claim side by side without waiting for each other; no run is locked. It is committed before any work starts, so a
 * worker that dies has spent the attempt.
 *
 * `started_at` is the start of the latest try. A claim with no attempt behind it is either the first or goes on after a
 * wait or a give-back, and keeps the start that is there.
 */
export async function claim(engine: Pick<EngineContext, "db">, request: ClaimRequest): Promise<ClaimedStep[]> {
  const { limit, runId } = request;
  const ofRun = runId === undefined ? Prisma.empty : Prisma.sql`AND run_id = ${runId}::uuid`;
  const longestDue = Prisma.sql`ARRAY(
        SELECT id FROM step_execution
        WHERE status = 'pending' AND next_retry_at <= now() ${ofRun}
        ORDER BY next_retry_at
        LIMIT ${limit}
        FOR NO KEY UPDATE SKIP LOCKED
      )`;
  const rows = await runStatement<ClaimRow>(engine.db, claimStatement(request, longestDue));
  return rows.map(claimedStep);
}

/** Claims the steps whose ids are given by an expression that locks them. */
export function claimStatement({ workerId, leaseMs }: ClaimRequest, ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    UPDATE step_execution AS step SET
      status = 'running',
      attempt = step.attempt + 1,
      claim_number = step.claim_number + 1,
      locked_by = ${workerId}::uuid,
      lease_expires_at = now() + ${leaseMs}::float8 * interval '1 ms',
      started_at = CASE WHEN step.attempt > 0 THEN now() ELSE coalesce(step.started_at, now()) END
    FROM run
    WHERE step.id = ANY (${ids}) AND run.id = step.run_id
    RETURNING step.id, step.run_id, step.workflow_id, run.version_id, step.node_id, step.node_type, step.attempt,
      step.max_attempts, step.claim_number, step.edges_in, step.edges_taken, step.dedup_key,
      step.output::text AS output,
      CASE WHEN octet_length(run.input::text) <= ${smallValueBytes} THEN run.input::text END AS payload,
      octet_length(run.input::text) AS payload_bytes,
      run.status = 'pending' AS run_pending`;
}

export function claimedStep(row: ClaimRow): ClaimedStep {
  return {
    id: row.id,
    runId: row.run_id,
    workflowId: row.workflow_id,
    versionId: row.version_id,
    nodeId: row.node_id,
    nodeType: row.node_type,
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    claimNumber: row.claim_number,
    edgesIn: row.edges_in,
    edgesTaken: row.edges_taken,
    dedupKey: row.dedup_key,
    output: row.output,
    payload: row.payload,
    payloadBytes: row.payload_bytes,
    runPending: row.run_pending,
    leased: false,
    ahead: false,
  };
}
