import { stepError } from "@/core/executor";
import { isJsonObject, parseJson } from "@/core/json";
import { isFinishedRun, type RunStatus } from "@/core/state";
import { Prisma } from "@/generated/prisma/client";
import { runErrorText } from "../stored-result";
import { type MendScope, mendBy, type Repair } from "./check";
import { missingSteps } from "./checks/missing-steps";

/** A run, and what its steps say. */
interface Tally {
  id: string;
  status: RunStatus;
  open_steps: number;
  dead_steps: number;
  has_error: boolean;
  started: boolean;
  finished: boolean;
  open: number;
  dead: number;
  blocked: number;
  /** something that it owes is not there, was cancelled, or cannot be known */
  incomplete: boolean;
}

/**
 * Makes runs agree with their steps, which are the truth: counters, status, times and error. A cancelled run stays
 * cancelled, and its open steps become so. A run that was closed although a step is open goes on. A run with nothing left
 * to do ends, unless that would hide a step that is missing or waits for ever: such a run is left to a person.
 */
export async function settleRuns(scope: MendScope): Promise<Repair[]> {
  const cancelled = await cancelLeftovers(scope);
  const repairs: Repair[] = [];
  for (const tally of await readTallies(scope)) repairs.push(...(await settle(scope, tally)));
  return [...cancelled, ...repairs];
}

function cancelLeftovers({ transaction, runs }: MendScope): Promise<Repair[]> {
  return mendBy(
    transaction,
    Prisma.sql`
      UPDATE step_execution AS step
      SET status = 'cancelled', locked_by = NULL, lease_expires_at = NULL, finished_at = coalesce(run.finished_at, now())
      FROM ${runs}
      WHERE run.status = 'cancelled' AND step.run_id = run.id AND step.status IN ('pending', 'running', 'blocked')
      RETURNING step.run_id::text AS run_id, 'cancelled the step ' || step.node_id AS change`,
  );
}

/** A statement of its own, after the locks: every change to a run's counters is in its snapshot. */
async function readTallies({ transaction, runs, graphs }: MendScope): Promise<Tally[]> {
  return transaction.$queryRaw<Tally[]>`
    WITH missing AS MATERIALIZED (${missingSteps(runs, graphs)})
    SELECT run.id::text AS id, run.status::text AS status, run.open_steps, run.dead_steps, run.error IS NOT NULL AS has_error,
      run.started_at IS NOT NULL AS started, run.finished_at IS NOT NULL AS finished,
      tally.open, tally.dead, tally.blocked,
      EXISTS (SELECT FROM missing WHERE missing.run_id = run.id) OR tally.cancelled > 0
        OR NOT EXISTS (SELECT FROM ${graphs.graphs} WHERE graph.version_id = run.version_id) AS incomplete
    FROM ${runs} CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status IN ('pending', 'running'))::int AS open,
        count(*) FILTER (WHERE status = 'dead')::int AS dead, count(*) FILTER (WHERE status = 'blocked')::int AS blocked,
        count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled
      FROM step_execution WHERE run_id = run.id
    ) AS tally
    ORDER BY run.id`;
}

async function settle(scope: MendScope, tally: Tally): Promise<Repair[]> {
  const status = statusOf(tally);
  if (!status) return [];
  const finished = isFinishedRun(status);
  const needsError = status !== "cancelled" && tally.dead > 0;
  const keepsError = status === "cancelled" || (needsError && tally.has_error);
  const changes = [
    ...change("status", tally.status, status),
    ...change("open_steps", tally.open_steps, tally.open),
    ...change("dead_steps", tally.dead_steps, tally.dead),
    ...change("finished_at is set:", tally.finished, finished),
    ...(tally.started || status === "pending" || status === "cancelled" ? [] : ["set started_at"]),
    ...(keepsError || needsError === tally.has_error ? [] : [needsError ? "set the error" : "removed the error"]),
  ];
  if (changes.length === 0) return [];
  const error = needsError && !tally.has_error ? await firstError(scope, tally.id) : null;
  await scope.transaction.$executeRaw`
    UPDATE run SET
      status = ${status}::run_status,
      open_steps = ${tally.open},
      dead_steps = ${tally.dead},
      error = CASE WHEN ${keepsError} THEN run.error ELSE ${error}::json END,
      started_at = CASE WHEN ${status} IN ('pending', 'cancelled') THEN run.started_at
        ELSE coalesce(run.started_at, (SELECT min(started_at) FROM step_execution WHERE run_id = run.id), run.created_at) END,
      finished_at = CASE WHEN ${finished} THEN
        coalesce(run.finished_at, (SELECT max(finished_at) FROM step_execution WHERE run_id = run.id), now()) END
    WHERE id = ${tally.id}::uuid`;
  return changes.map((text) => ({ runId: tally.id, change: text }));
}

/** @returns undefined when only a person can say */
function statusOf({ status, open, dead, blocked, incomplete }: Tally): RunStatus | undefined {
  if (status === "cancelled") return "cancelled";
  if (open > 0) return status === "pending" ? "pending" : "running";
  if (dead > 0) return "failed";
  return blocked > 0 || incomplete ? undefined : "succeeded";
}

function change<Value>(what: string, before: Value, after: Value): string[] {
  return before === after ? [] : [`${what} ${before} -> ${after}`];
}

async function firstError({ transaction }: MendScope, runId: string): Promise<string> {
  const [row] = await transaction.$queryRaw<{ node_id: string; error: string | null }[]>`
    SELECT node_id, error::text AS error FROM step_execution
    WHERE run_id = ${runId}::uuid AND status = 'dead' ORDER BY finished_at, id LIMIT 1`;
  const stored = row?.error ? parseJson(row.error) : null;
  const { code, message } = isJsonObject(stored) ? stored : {};
  return runErrorText(
    row?.node_id ?? "",
    stepError(
      typeof code === "string" ? code : "unknown",
      typeof message === "string" ? message : "The step is dead; its error was not stored.",
    ),
  );
}
