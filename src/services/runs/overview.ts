import type { RunOverview, StepOverview } from "@/contracts/run-view";
import { notFound } from "@/core/errors";
import { type AttemptOverviewRow, readRunOverview, type StepOverviewRow } from "@/db/run-overview";
import type { RowContext } from "../context";
import { requireUuid } from "../ids";
import { isoTimeOfJson, isoTimeOfJsonOrNull } from "../times";
import { readErrorHead } from "./error-head";
import { loadNodeNames } from "./node-names";
import { groupByStep, hasOwnAttempt, presentRunSummary } from "./present";

/**
 * A run and its steps without any payload, so that a run of a thousand steps is no more than a list.
 *
 * @throws AppError `not_found`
 */
export async function getRunOverview(context: RowContext, input: { id: string }): Promise<RunOverview> {
  const rows = await readRunOverview(context.db, requireUuid("run", input.id));
  if (!rows) throw notFound("run", input.id);
  const { run, steps, attempts } = rows;
  const names = await loadNodeNames(context.db, run.versionId);
  const attemptsByStep = groupByStep(attempts);
  return {
    ...presentRunSummary(run),
    workflow_status: run.workflowStatus,
    actor: run.actor,
    steps: steps.map((step) => present(step, names.get(step.nodeId) ?? null, attemptsByStep.get(step.id) ?? [])),
  };
}

function present(step: StepOverviewRow, name: string | null, failed: readonly AttemptOverviewRow[]): StepOverview {
  const started_at = isoTimeOfJsonOrNull(step.startedAt);
  const finished_at = isoTimeOfJsonOrNull(step.finishedAt);
  return {
    id: step.id,
    node_id: step.nodeId,
    node_type: step.nodeType,
    name,
    status: step.status,
    attempt: step.attempt,
    max_attempts: step.maxAttempts,
    next_retry_at: step.status === "pending" ? isoTimeOfJson(step.nextRetryAt) : null,
    dedup_key: step.dedupKey,
    started_at: isoTimeOfJsonOrNull(failed[0]?.startedAt ?? null) ?? started_at,
    finished_at,
    branch: chosenBranch(step),
    error: readErrorHead(step.errorHead),
    attempts: [
      ...failed.map((row) => ({
        attempt: row.attempt,
        started_at: isoTimeOfJsonOrNull(row.startedAt),
        finished_at: isoTimeOfJson(row.finishedAt),
        error: readErrorHead(row.errorHead),
      })),
      ...(hasOwnAttempt(step, failed) ? [{ attempt: step.attempt, started_at, finished_at, error: null }] : []),
    ],
  };
}

/** A condition's output is `{ result }`; its edges are named after it. */
export function chosenBranch({ conditionOutput }: Pick<StepOverviewRow, "conditionOutput">): string | null {
  return /^\{\s*"result"\s*:\s*(true|false)\b/.exec(conditionOutput ?? "")?.[1] ?? null;
}
