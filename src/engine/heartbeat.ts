import type { Database } from "@/db/types";

/** A lease as its holder knows it. */
export interface HeldLease {
  stepId: bigint;
  claimNumber: bigint;
}

/**
 * Extends leases. Rows that another statement has locked are passed over: whoever holds the lock is about to change
 * them, and a heartbeat must never wait.
 *
 * @returns the steps whose leases were extended
 */
export async function extendLeases(
  db: Database,
  held: readonly HeldLease[],
  leaseMs: number,
): Promise<ReadonlySet<bigint>> {
  if (held.length === 0) return new Set();
  const rows = await db.$queryRaw<{ id: bigint }[]>`
    WITH held AS (
      SELECT * FROM unnest(${held.map(({ stepId }) => stepId)}::bigint[], ${held.map(({ claimNumber }) => claimNumber)}::bigint[])
        AS held(step_id, claim_number)
    ),
    locked AS (
      SELECT step.id FROM step_execution AS step
        JOIN held ON held.step_id = step.id AND held.claim_number = step.claim_number
      WHERE (step.status = 'running') IS TRUE
      FOR NO KEY UPDATE OF step SKIP LOCKED
    )
    UPDATE step_execution AS step SET lease_expires_at = now() + ${leaseMs}::float8 * interval '1 ms'
    FROM locked WHERE step.id = locked.id
    RETURNING step.id`;
  return new Set(rows.map(({ id }) => id));
}

/** Which of the held leases are gone: reaped, cancelled, or finished by an answer that was lost. A plain read. */
export async function findLostLeases(db: Database, held: readonly HeldLease[]): Promise<HeldLease[]> {
  if (held.length === 0) return [];
  const rows = await db.$queryRaw<{ step_id: bigint; claim_number: bigint }[]>`
    SELECT held.step_id, held.claim_number
    FROM unnest(${held.map(({ stepId }) => stepId)}::bigint[], ${held.map(({ claimNumber }) => claimNumber)}::bigint[])
      AS held(step_id, claim_number)
      LEFT JOIN step_execution AS step
        ON step.id = held.step_id AND (step.status = 'running') IS TRUE AND step.claim_number = held.claim_number
    WHERE step.id IS NULL`;
  return rows.map((row) => ({ stepId: row.step_id, claimNumber: row.claim_number }));
}

/** Everything that is leased to this worker, known to it or not. */
export async function findLeasesOf(db: Database, workerId: string): Promise<HeldLease[]> {
  const rows = await db.$queryRaw<{ step_id: bigint; claim_number: bigint }[]>`
    SELECT id AS step_id, claim_number FROM step_execution WHERE status = 'running' AND locked_by = ${workerId}::uuid`;
  return rows.map((row) => ({ stepId: row.step_id, claimNumber: row.claim_number }));
}

/**
 * Gives back leases that this worker was granted but never heard of (the answer to a claim or a completion was lost).
 * The attempt does not count: nobody tried. Open steps stay open, so no counter moves and no run is locked.
 */
export async function giveBackLeases(db: Database, workerId: string, leases: readonly HeldLease[]): Promise<number> {
  if (leases.length === 0) return 0;
  return db.$executeRaw`
    WITH unknown AS (
      SELECT * FROM unnest(${leases.map(({ stepId }) => stepId)}::bigint[], ${leases.map(({ claimNumber }) => claimNumber)}::bigint[])
        AS unknown(step_id, claim_number)
    ),
    locked AS (
      SELECT step.id FROM step_execution AS step
        JOIN unknown ON unknown.step_id = step.id AND unknown.claim_number = step.claim_number
      WHERE (step.status = 'running') IS TRUE AND step.locked_by = ${workerId}::uuid
      FOR NO KEY UPDATE OF step SKIP LOCKED
    )
    UPDATE step_execution AS step
    SET status = 'pending', attempt = step.attempt - 1, locked_by = NULL, lease_expires_at = NULL,
      next_retry_at = date_trunc('milliseconds', now())
    FROM locked WHERE step.id = locked.id`;
}
