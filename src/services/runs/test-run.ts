import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import type { StartedRun, testRunInput } from "@/contracts/runs";
import { AppError, notFound } from "@/core/errors";
import { lockWorkflow } from "@/db/lock-workflow";
import { readWorkflowDocument } from "@/db/workflow-document";
import { insertTestVersion } from "@/db/workflow-drafts";
import { loadPlan } from "@/engine/load-plan";
import { startRun } from "@/engine/start";
import type { ServiceContext } from "../context";
import { requireUuid } from "../ids";
import { isoTime } from "../times";
import { requireRunnable } from "../workflows/check-definition";
import { requirePayloadSize } from "./payload-size";

/**
 * Runs a draft or an active workflow as it stands now, without activating it: a copy is frozen, so that the draft can be
 * edited meanwhile. Effects are real; the run is marked as a test and left out of statistics.
 *
 * @throws AppError `not_found`, `conflict` when archived, `validation_error`, `cycle_detected`
 */
export async function testRun(context: ServiceContext, input: z.output<typeof testRunInput>): Promise<StartedRun> {
  const workflowId = requireUuid("workflow", input.id);
  requirePayloadSize(input.payload, context.maximumPayloadBytes);
  const versionId = await freezeCopy(context, workflowId, input.id);
  const started = await startRun(context.engine, {
    workflowId,
    versionId,
    plan: await loadPlan(context.engine, versionId),
    input: input.payload,
    triggerType: "test",
    actor: context.actor,
  });
  return {
    id: started.id,
    workflow_id: workflowId,
    status: started.status,
    created_at: isoTime(started.createdAt),
  };
}

async function freezeCopy(context: ServiceContext, workflowId: string, givenId: string): Promise<string> {
  return context.db.$transaction(async (transaction) => {
    const locked = await lockWorkflow(transaction, workflowId);
    const document = locked && (await readWorkflowDocument(transaction, workflowId));
    if (!document) throw notFound("workflow", givenId);
    if (document.status === "archived") {
      throw new AppError("conflict", "An archived workflow cannot be run, not even as a test. Restore it first.", {
        status: document.status,
      });
    }
    requireRunnable(document.definition, "run");
    const id = uuidv7();
    await insertTestVersion(transaction, { id, workflowId, definition: document.definition, actor: context.actor });
    return id;
  });
}
