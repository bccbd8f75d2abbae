import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { nextSteps } from "@/core/graph/next";
import type { GraphPlan } from "@/core/graph/plan";
import { canonicalJson, type Json, type JsonText } from "@/core/json";
import type { RunStatus } from "@/core/state";
import { runStatement } from "@/db/run-statement";
import { Prisma } from "@/generated/prisma/client";
import type { EngineContext } from "./context";
import { inlineRoom, runInline } from "./inline";
import { countInlineSteps } from "./metrics-count";
import { type NewStep, newStepStatus, newStepTable } from "./new-step";
import { StepOutputs } from "./step-outputs";

export interface StartRequest {
  workflowId: string;
  versionId: string;
  plan: GraphPlan;
  input: JsonText;
  triggerType: "ui" | "api" | "test";
  actor: string;
  idempotencyKey?: string | undefined;
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

/** Thrown when the workflow was archived between the caller's look and the start; nothing was started. */
export class NotActiveError extends Error {
  override readonly name = "NotActiveError";
}

/** SHA-256 of the canonical JSON: the same for payloads that are equal as JSON, whatever their spelling. */
export function fingerprintOf(payload: Json): string {
  return createHash("sha256").update(canonicalJson(payload)).digest("hex");
}

/**
 * Starts a run: inserts it with its first steps, the trigger already succeeded and pure successors already executed. A
 * run with nothing left to do is finished at once.
 *
 * Of several starts with one key exactly one inserts; the others wait for it and get its row. (DO NOTHING would answer
 * nothing to the loser of a race, which cannot see the winner's row in its snapshot.)
 *
 * @throws NotActiveError
 */
export async function startRun(engine: EngineContext, request: StartRequest): Promise<StartedRun> {
  const id = uuidv7();
  const payload = request.input.parse();
  const fingerprint = request.idempotencyKey === undefined ? null : fingerprintOf(payload);
  const steps = firstSteps(engine, request.plan, id, payload);
  const newSteps = newStepTable(steps.map((step) => ({ ordinal: 1, step })));
  const [row] = await runStatement<{
    id: string;
    created: boolean;
    status: RunStatus;
    created_at: Date;
    same_fingerprint: boolean;
  }>(
    engine.db,
    Prisma.sql`
    WITH new_step AS (
      SELECT *, ${newStepStatus} AS new_status FROM ${newSteps}
    ),
    counted AS (
      SELECT
        count(*) FILTER (WHERE new_status = 'pending')::int AS open_steps,
        count(*) FILTER (WHERE new_status = 'dead')::int AS dead_steps,
        (array_agg(run_error ORDER BY position) FILTER (WHERE run_error IS NOT NULL))[1] AS run_error
      FROM new_step
    ),
    started AS (
      INSERT INTO run AS existing (id, workflow_id, version_id, status, input, trigger_type, actor, idempotency_key,
        idempotency_fingerprint, open_steps, dead_steps, error, started_at, finished_at)
      SELECT ${id}::uuid, ${request.workflowId}::uuid, ${request.versionId}::uuid,
        CASE WHEN open_steps > 0 THEN 'pending' WHEN dead_steps > 0 THEN 'failed' ELSE 'succeeded' END::run_status,
        ${request.input.text}::json, ${request.triggerType}, ${request.actor}, ${request.idempotencyKey ?? null},
        ${fingerprint}, open_steps, dead_steps, run_error::json,
        CASE WHEN open_steps = 0 THEN now() END, CASE WHEN open_steps = 0 THEN now() END
      -- an archive that was answered before is in this snapshot; a test run may be of a draft
      FROM counted JOIN workflow ON workflow.id = ${request.workflowId}::uuid
        AND (workflow.status = 'active' OR ${request.triggerType} = 'test')
      ON CONFLICT (workflow_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO UPDATE SET idempotency_key = excluded.idempotency_key
      RETURNING existing.id, existing.id = ${id}::uuid AS created, existing.status, existing.created_at,
        existing.idempotency_fingerprint IS NOT DISTINCT FROM ${fingerprint} AS same_fingerprint
    ),
    inserted AS (
      INSERT INTO step_execution (run_id, workflow_id, node_id, node_type, status, attempt, max_attempts, dedup_key,
        edges_in, edges_decided, edges_taken, input, output, error, started_at, finished_at)
      SELECT started.id, ${request.workflowId}::uuid, node_id, node_type, new_status::step_status,
        CASE WHEN new_status IN ('succeeded', 'dead') THEN 1 ELSE 0 END, max_attempts,
        'run-' || started.id || ':node-' || node_id, edges_in, decided, taken, input::json,
        CASE WHEN node_type = 'trigger' THEN ${request.input.text}::json ELSE output::json END, error::json,
        CASE WHEN new_step.status IS NOT NULL THEN now() END, CASE WHEN new_step.status IS NOT NULL THEN now() END
      FROM new_step JOIN started ON started.created
      ORDER BY position
      RETURNING id, status, error
    ),
    attempts AS (
      INSERT INTO step_attempt (step_id, claim_number, attempt, started_at, finished_at, error)
      SELECT id, 0, 1, now(), now(), error FROM inserted WHERE status = 'dead'
    )
    SELECT id, created, status::text AS status, created_at, same_fingerprint FROM started`,
  );
  if (!row) throw new NotActiveError();
  if (row.created && row.status === "pending") engine.wake.notify();
  if (row.created && engine.metrics) {
    engine.metrics.runStarted(request.triggerType);
    countInlineSteps(engine.metrics, steps);
    if (row.status !== "pending") engine.metrics.runsFinished(row.status, 1);
  }
  return {
    id: row.id,
    created: row.created,
    status: row.status,
    createdAt: row.created_at,
    sameFingerprint: row.same_fingerprint,
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
