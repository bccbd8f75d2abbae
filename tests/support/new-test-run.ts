import { randomUUID } from "node:crypto";
import type { NewRun } from "@/engine/insert-runs";

/** A run that has nothing but its trigger, ready to be inserted. */
export function newTestRun(workflow: { workflowId: string; versionId: string }, values: Partial<NewRun> = {}): NewRun {
  const trigger = { nodeId: "start", nodeType: "trigger", status: "succeeded" as const, maxAttempts: 1 };
  return {
    id: randomUUID(),
    workflowId: workflow.workflowId,
    versionId: workflow.versionId,
    input: "{}",
    triggerType: "api",
    actor: "test",
    idempotencyKey: null,
    fingerprint: null,
    unchangedSince: null,
    steps: [{ ...trigger, edgesIn: 0, needAll: false, decided: 0, taken: 0 }],
    ...values,
  };
}
