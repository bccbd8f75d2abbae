import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { nextSteps } from "@/core/graph/next";
import type { GraphPlan } from "@/core/graph/plan";
import { canonicalJson, type Json, type JsonText } from "@/core/json";
import type { RunStatus } from "@/core/state";
import type { EngineContext } from "./context";
import { inlineRoom, runInline } from "./inline";
import { insertAndNotify } from "./insert-and-notify";
import type { NewRun } from "./insert-runs";
import { countInlineSteps } from "./metrics-count";
import type { NewStep } from "./new-step";
import { StepOutputs } from "./step-outputs";

export interface StartRequest {
  workflowId: string;
  versionId: string;
  plan: GraphPlan;
  input: JsonText;
  triggerType: "ui" | "api" | "test";
  actor: string;
  idempotencyKey?: string | undefined;
  /** start it only if the workflow is as it was at this `updated_at`; left out: however it is */
  unchangedSince?: Date | undefined;
}

export interface StartedRun {
  id: string;
  /** false: a run with this key was there before */
  created: boolean;
  status: RunStatus;
  createdAt: Date;
  /** whether that run was started with the same payload */
  sameFingerprint: boolean;
}

/** Thrown when the workflow was archived, or changed, between the caller's look and the start; nothing was started. */
export class NotActiveError extends Error {
  override readonly name = "NotActiveError";
}

/** SHA-256 of the canonical JSON: the same for payloads that are equal as JSON, whatever their spelling. */
export function fingerprintOf(payload: Json): string {
  return createHash("sha256").update(canonicalJson(payload)).digest("hex");
}

/**
 * Starts a run: inserts it with its first steps, the trigger already succeeded and pure successors already executed. A
 * run with nothing left to do is finished at once. Starts of a workflow that come while one is under way are inserted
 * together, if the process has a queue for them.
 *
 * @throws NotActiveError
 */
export async function startRun(engine: EngineContext, request: StartRequest): Promise<StartedRun> {
  const run = newRun(engine, request);
  const [inserted] = engine.starts
    ? [await engine.starts.add(run)]
    : await insertAndNotify(engine, run.workflowId, [run]);
  if (!inserted) throw new NotActiveError();
  const created = inserted.id === run.id;
  if (created && engine.metrics) {
    engine.metrics.runStarted(request.triggerType);
    countInlineSteps(engine.metrics, run.steps);
    if (inserted.status !== "pending") engine.metrics.runsFinished(inserted.status, 1);
  }
  return {
    id: inserted.id,
    created,
    status: inserted.status,
    createdAt: inserted.createdAt,
    sameFingerprint: inserted.fingerprint === run.fingerprint,
  };
}

function newRun(engine: EngineContext, request: StartRequest): NewRun {
  const id = uuidv7();
  const payload = request.input.parse();
  return {
    id,
    workflowId: request.workflowId,
    versionId: request.versionId,
    input: request.input.text,
    triggerType: request.triggerType,
    actor: request.actor,
    idempotencyKey: request.idempotencyKey ?? null,
    fingerprint: request.idempotencyKey === undefined ? null : fingerprintOf(payload),
    unchangedSince: request.unchangedSince ?? null,
    steps: firstSteps(engine, request.plan, id, payload),
  };
}

/** The trigger's own row, done, and all that follows from it. Its output is the payload, stored to the letter. */
function firstSteps(engine: EngineContext, plan: GraphPlan, runId: string, payload: Json): NewStep[] {
  const outputs = new StepOutputs();
  outputs.succeeded(plan.trigger.id, payload);
  const scope = { runId, payload: { value: payload }, outputs, room: inlineRoom };
  const successors: NewStep[] = nextSteps(plan, plan.trigger.id, {}, (nodeId) =>
    runInline(engine, plan, nodeId, scope),
  );
  return [
    {
      nodeId: plan.trigger.id,
      nodeType: "trigger",
      status: "succeeded",
      maxAttempts: 1,
      edgesIn: 0,
      needAll: false,
      decided: 0,
      taken: 0,
    },
    ...successors,
  ];
}
