import type { z } from "zod";
import type { StartedRun, triggerInput } from "@/contracts/runs";
import { AppError, notFound, validationError } from "@/core/errors";
import type { WorkflowStatus } from "@/core/state";
import { BrokenDefinitionError, loadPlan } from "@/engine/load-plan";
import type { ActiveDefinition } from "@/engine/plan-cache";
import { type StartedRun as EngineStartedRun, fingerprintOf, NotActiveError, startRun } from "@/engine/start";
import type { ServiceContext } from "../context";
import { requireUuid } from "../ids";
import { isoTime } from "../times";
import { damagedDefinition } from "../workflows/stored-definition";
import { requirePayloadSize } from "./payload-size";

export interface TriggeredRun {
  run: StartedRun;
  /** false: a run with this idempotency key was there before, and nothing was started */
  created: boolean;
}

type TriggerInput = z.output<typeof triggerInput>;

/**
 * Starts a run of an active workflow. A repeat under the same idempotency key answers the run of the first, also when
 * the workflow is no longer active: whoever repeats a request must get the answer of the request that came through.
 *
 * @throws AppError `not_found`, `not_active`, `idempotency_conflict`, `payload_too_large`, `validation_error`, `conflict` when
 *   the stored definition is damaged
 */
export async function triggerRun(context: ServiceContext, input: TriggerInput): Promise<TriggeredRun> {
  const id = requireUuid("workflow", input.id);
  requireStorableKey(input.idempotency_key);
  requirePayloadSize(input.payload, context.maximumPayloadBytes);
  // Nearly always the workflow is as it was at its last start: then one statement starts the run, and sees to that.
  const known = context.engine.plans.lastActive(id);
  const started = known && (await start(context, id, input, { ...known, unchangedSince: known.updatedAt }));
  return started ? answer(id, started) : lookAndStart(context, id, input);
}

async function lookAndStart(context: ServiceContext, id: string, input: TriggerInput): Promise<TriggeredRun> {
  const workflow = await context.db.workflow.findUnique({ where: { id }, select: { status: true, updatedAt: true } });
  if (!workflow) throw notFound("workflow", input.id);
  if (workflow.status !== "active") return repeatedRun(context, id, input, notActive(workflow.status));

  const definition = await activeDefinition(context, id, workflow.updatedAt);
  if (definition instanceof BrokenDefinitionError) {
    return repeatedRun(context, id, input, damagedDefinition(definition.message));
  }
  const started = await start(context, id, input, definition);
  return started ? answer(id, started) : repeatedRun(context, id, input, notActive("archived"));
}

/** @returns undefined: the workflow is not active any more, or has changed */
async function start(
  context: ServiceContext,
  workflowId: string,
  input: TriggerInput,
  { versionId, plan, unchangedSince }: ActiveDefinition & { unchangedSince?: Date },
): Promise<EngineStartedRun | undefined> {
  try {
    return await startRun(context.engine, {
      workflowId,
      versionId,
      plan,
      input: input.payload,
      triggerType: context.source,
      actor: context.actor,
      idempotencyKey: input.idempotency_key,
      unchangedSince,
    });
  } catch (error) {
    if (error instanceof NotActiveError) return undefined;
    throw error;
  }
}

function answer(workflowId: string, started: EngineStartedRun): TriggeredRun {
  if (!started.created && !started.sameFingerprint) throw idempotencyConflict(started.id);
  return {
    run: { id: started.id, workflow_id: workflowId, status: started.status, created_at: isoTime(started.createdAt) },
    created: started.created,
  };
}

/** A text column keeps neither U+0000 nor half a surrogate pair; changed silently, two keys would become one. */
function requireStorableKey(key: string | undefined): void {
  if (key === undefined || (key.isWellFormed() && !key.includes("\u0000"))) return;
  const message = "An idempotency key must not hold U+0000 or half of a surrogate pair.";
  throw validationError("The idempotency key is not valid.", [{ path: "idempotency_key", message }]);
}

/** What is left to a workflow that cannot start runs, for the reason given: to answer for those that it started. */
async function repeatedRun(
  context: ServiceContext,
  workflowId: string,
  input: TriggerInput,
  reason: AppError,
): Promise<TriggeredRun> {
  const key = input.idempotency_key;
  const run =
    key === undefined
      ? null
      : await context.db.run.findFirst({
          where: { workflowId, idempotencyKey: key },
          select: { id: true, status: true, createdAt: true, idempotencyFingerprint: true },
        });
  if (!run) throw reason;
  if (run.idempotencyFingerprint !== fingerprintOf(input.payload.parse())) throw idempotencyConflict(run.id);
  return {
    run: { id: run.id, workflow_id: workflowId, status: run.status, created_at: isoTime(run.createdAt) },
    created: false,
  };
}

async function activeDefinition(
  context: ServiceContext,
  workflowId: string,
  updatedAt: Date,
): Promise<ActiveDefinition | BrokenDefinitionError> {
  const known = context.engine.plans.active(workflowId, updatedAt);
  if (known) return known;
  const version = await context.db.workflowVersion.findFirst({
    where: { workflowId, kind: "normal", publishedAt: { not: null } },
    orderBy: { number: "desc" },
    select: { id: true },
  });
  if (!version) return new BrokenDefinitionError("The workflow is active, but has no published version.");
  try {
    const definition = { versionId: version.id, plan: await loadPlan(context.engine, version.id) };
    context.engine.plans.setActive(workflowId, updatedAt, definition);
    return definition;
  } catch (error) {
    if (error instanceof BrokenDefinitionError) return error;
    throw error;
  }
}

function notActive(status: WorkflowStatus): AppError {
  const advice = status === "archived" ? "Restore it first." : "Activate it first.";
  return new AppError("not_active", `Only an active workflow can be triggered; this one is ${status}. ${advice}`, {
    status,
  });
}

function idempotencyConflict(runId: string): AppError {
  return new AppError(
    "idempotency_conflict",
    `This idempotency key was used for the run ${runId} with another payload. Use a new key, or the same payload.`,
    { run_id: runId },
  );
}
