import type { Database } from "@/db/types";

/** What must hold of all runs and steps at any moment between two statements, each as a query for what breaks it. */
const rules: Readonly<Record<string, string>> = {
  "open_steps counts the pending and running steps": `
    SELECT run.id::text AS what FROM run WHERE open_steps <> (
      SELECT count(*) FROM step_execution AS step WHERE step.run_id = run.id AND step.status IN ('pending', 'running'))`,
  "dead_steps counts the dead steps": `
    SELECT run.id::text AS what FROM run WHERE dead_steps <> (
      SELECT count(*) FROM step_execution AS step WHERE step.run_id = run.id AND step.status = 'dead')`,
  "a run is finished exactly when nothing is open": `
    SELECT id::text AS what FROM run WHERE (status IN ('pending', 'running')) <> (open_steps > 0)`,
  "a run has its time of finishing exactly when it is finished": `
    SELECT id::text AS what FROM run WHERE (status IN ('pending', 'running')) <> (finished_at IS NULL)`,
  "a run failed exactly because of dead steps": `
    SELECT id::text AS what FROM run
    WHERE (status = 'failed' AND (dead_steps = 0 OR error IS NULL)) OR (status = 'succeeded' AND dead_steps > 0)`,
  "a finished run has no open step": `
    SELECT step.id::text AS what FROM step_execution AS step JOIN run ON run.id = step.run_id
    WHERE run.status IN ('succeeded', 'failed', 'cancelled') AND step.status IN ('pending', 'running')`,
  "nothing is blocked in a succeeded or cancelled run": `
    SELECT step.id::text AS what FROM step_execution AS step JOIN run ON run.id = step.run_id
    WHERE run.status IN ('succeeded', 'cancelled') AND step.status = 'blocked'`,
  "dedup keys are made of run and node": `
    SELECT id::text AS what FROM step_execution WHERE dedup_key <> 'run-' || run_id || ':node-' || node_id`,
  "a node has one step in a run": `
    SELECT run_id || ' ' || node_id AS what FROM step_execution GROUP BY run_id, node_id HAVING count(*) > 1`,
  "exactly the running steps are leased": `
    SELECT id::text AS what FROM step_execution
    WHERE (status = 'running') <> (locked_by IS NOT NULL) OR (status = 'running') <> (lease_expires_at IS NOT NULL)`,
  "a step has its time of finishing exactly when it is finished": `
    SELECT id::text AS what FROM step_execution
    WHERE (status IN ('succeeded', 'dead', 'skipped', 'cancelled')) <> (finished_at IS NOT NULL)`,
  "attempts stay within their number": `
    SELECT id::text AS what FROM step_execution
    WHERE attempt < 0 OR attempt > max_attempts OR (status = 'running' AND attempt = 0)`,
  "edges are decided once, and taken no oftener": `
    SELECT id::text AS what FROM step_execution WHERE edges_decided > edges_in OR edges_taken > edges_decided`,
  "a join is blocked only while an edge is undecided": `
    SELECT id::text AS what FROM step_execution WHERE status = 'blocked' AND edges_decided >= edges_in`,
  "a failed try belongs to a claim that was made": `
    SELECT step.id::text AS what FROM step_attempt AS tried JOIN step_execution AS step ON step.id = tried.step_id
    WHERE tried.claim_number > step.claim_number`,
  "each succeeded step has an output": `
    SELECT id::text AS what FROM step_execution WHERE status = 'succeeded' AND output IS NULL`,
};

/** The rules that the database breaks, each with some of the culprits; empty is what a test expects. */
export async function brokenInvariants(db: Database): Promise<string[]> {
  const union = Object.entries(rules)
    .map(([rule, query]) => `(SELECT '${rule}' AS rule, what FROM (${query}) AS broken LIMIT 3)`)
    .join(" UNION ALL ");
  const rows = await db.$queryRawUnsafe<{ rule: string; what: string }[]>(union);
  return rows.map(({ rule, what }) => `${rule}: ${what}`);
}
