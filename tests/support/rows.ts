import type { Database } from "@/db/types";
import { until } from "./until";

export interface RunRow {
  status: string;
  open_steps: number;
  dead_steps: number;
  error: { node_id: string; code: string; message: string } | null;
}

/** A run as it stands in its table. */
export async function readRun(db: Database, runId: string): Promise<RunRow> {
  const [row] = await db.$queryRaw<(Omit<RunRow, "error"> & { error: string | null })[]>`
    SELECT status::text, open_steps, dead_steps, error::text FROM run WHERE id = ${runId}::uuid`;
  if (!row) throw new Error(`no run ${runId}`);
  return { ...row, error: row.error === null ? null : (JSON.parse(row.error) as RunRow["error"]) };
}

export interface StepRow {
  id: bigint;
  node_id: string;
  status: string;
  attempt: number;
  claim_number: bigint;
  input: string | null;
  output: string | null;
  error: string | null;
  next_retry_at: Date;
  due_in_ms: number;
  locked_by: string | null;
  attempts: { attempt: number; code: string }[];
}

/** The steps of a run in the order of their ids. */
export async function readSteps(db: Database, runId: string): Promise<StepRow[]> {
  const rows = await db.$queryRaw<(Omit<StepRow, "attempts"> & { attempts: string | null })[]>`
    SELECT step.id, node_id, status::text, attempt, claim_number, input::text, output::text, error::text, next_retry_at,
      locked_by::text, (extract(epoch FROM next_retry_at - now()) * 1000)::float8 AS due_in_ms,
      (SELECT json_agg(json_build_object('attempt', tried.attempt, 'code', tried.error->>'code') ORDER BY tried.claim_number)::text
        FROM step_attempt AS tried WHERE tried.step_id = step.id) AS attempts
    FROM step_execution AS step WHERE run_id = ${runId}::uuid ORDER BY step.id`;
  return rows.map((row) => ({
    ...row,
    attempts: row.attempts === null ? [] : (JSON.parse(row.attempts) as StepRow["attempts"]),
  }));
}

/** The step of one node in a run, if there is one. */
export async function readStep(db: Database, runId: string, nodeId: string): Promise<StepRow | undefined> {
  return (await readSteps(db, runId)).find(({ node_id }) => node_id === nodeId);
}

/** Waits for the end of a run, and returns how it ended. */
export async function runEnded(db: Database, runId: string): Promise<string> {
  return until("the run ends", async () => {
    const { status } = await readRun(db, runId);
    return status !== "pending" && status !== "running" && status;
  });
}
