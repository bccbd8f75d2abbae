import type { z } from "zod";
import { type attempt, type Run, type RunSummary, runError, type Step, triggerType } from "@/contracts/runs";
import { JsonText, jsonOrUndefined } from "@/core/json";
import type { AttemptRow, RunDetail, StepRow } from "@/db/run-detail";
import type { RunRow } from "@/db/run-page";
import { isoTime, isoTimeOrNull } from "../times";
import { unreadableError } from "../unreadable-error";
import type { NodeNames } from "./node-names";

type Attempt = z.output<typeof attempt>;

export function presentRunSummary(row: RunRow): RunSummary {
  return {
    id: row.id,
    workflow_id: row.workflowId,
    workflow_name: row.workflowName,
    version: row.version,
    status: row.status,
    // Of what was written by hand, one bad row must not hide the others of a list.
    trigger_type: triggerType.catch("api").parse(row.triggerType),
    error: row.error === null ? null : presentRunError(row.error),
    created_at: isoTime(row.createdAt),
    started_at: isoTimeOrNull(row.startedAt),
    finished_at: isoTimeOrNull(row.finishedAt),
  };
}

export function presentRun({ run, steps, attempts }: RunDetail, names: NodeNames): Run {
  const attemptsByStep = groupByStep(attempts);
  return {
    ...presentRunSummary(run),
    input: new JsonText(run.input),
    steps: steps.map((step) => presentStep(step, names.get(step.nodeId) ?? null, attemptsByStep.get(step.id) ?? [])),
  };
}

export function presentRunError(text: string): RunSummary["error"] {
  const parsed = runError.safeParse(jsonOrUndefined(text));
  return parsed.success ? parsed.data : { node_id: "", ...unreadableError };
}

export function groupByStep<Id extends bigint | string, Row extends { stepId: Id }>(
  attempts: readonly (Row & { stepId: Id })[],
): Map<Id, Row[]> {
  const groups = new Map<Id, Row[]>();
  for (const attempt of attempts) {
    const group = groups.get(attempt.stepId);
    if (group) group.push(attempt);
    else groups.set(attempt.stepId, [attempt]);
  }
  return groups;
}

export function presentStep(step: StepRow, name: string | null, failed: readonly AttemptRow[]): Step {
  return {
    id: String(step.id),
    node_id: step.nodeId,
    node_type: step.nodeType,
    name,
    status: step.status,
    attempt: step.attempt,
    max_attempts: step.maxAttempts,
    // The column keeps the time of the last wait; it tells something only while the step waits.
    next_retry_at: step.status === "pending" ? isoTime(step.nextRetryAt) : null,
    dedup_key: step.dedupKey,
    input: jsonOrNull(step.input),
    output: jsonOrNull(step.output),
    error: jsonOrNull(step.error),
    // The column dates the latest try; the step began with its first.
    started_at: isoTimeOrNull(failed[0]?.startedAt ?? step.startedAt),
    finished_at: isoTimeOrNull(step.finishedAt),
    attempts: [...failed.map(presentFailedAttempt), ...lastAttempt(step, failed)],
  };
}

function presentFailedAttempt(row: AttemptRow): Attempt {
  return {
    attempt: row.attempt,
    started_at: isoTimeOrNull(row.startedAt),
    finished_at: isoTime(row.finishedAt),
    error: jsonOrNull(row.error),
  };
}

function lastAttempt(step: StepRow, failed: readonly AttemptRow[]): Attempt[] {
  if (!hasOwnAttempt(step, failed)) return [];
  const { attempt, startedAt, finishedAt } = step;
  return [{ attempt, started_at: isoTimeOrNull(startedAt), finished_at: isoTimeOrNull(finishedAt), error: null }];
}

/**
 * Whether there is a try that is under way, succeeded, or was cut off by a cancellation. Only tries that failed have rows of
 * their own; this one is in the step itself.
 */
export function hasOwnAttempt<ClaimNumber>(
  step: { status: StepRow["status"]; attempt: number; claimNumber: ClaimNumber; startedAt: unknown },
  failed: readonly { claimNumber: ClaimNumber }[],
): boolean {
  const begun = step.attempt > 0 && step.startedAt !== null;
  const recorded = failed.some(({ claimNumber }) => claimNumber === step.claimNumber);
  const shown = step.status === "succeeded" || step.status === "running" || step.status === "cancelled";
  return begun && !recorded && shown;
}

function jsonOrNull(text: string | null): JsonText | null {
  return text === null ? null : new JsonText(text);
}
