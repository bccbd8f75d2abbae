import type { FinishedStep } from "./complete";
import type { EngineMetrics } from "./metrics";
import type { NewStep } from "./new-step";

/** Tells of a result that was accepted, and of what was executed inline behind it. */
export function countFinishedStep(metrics: EngineMetrics, { step, outcome, successors }: FinishedStep): void {
  const usedUp = outcome.kind === "retry" && step.attempt >= step.maxAttempts;
  metrics.tryEnded({
    nodeType: step.nodeType,
    outcome: usedUp ? "dead" : outcome.kind,
    errorCode: "error" in outcome ? outcome.error.code : undefined,
    inline: false,
  });
  countInlineSteps(metrics, successors);
}

export function countInlineSteps(metrics: EngineMetrics, steps: readonly NewStep[]): void {
  for (const { nodeType, inline } of steps) {
    if (!inline) continue;
    const errorCode = inline.error?.code;
    metrics.tryEnded({ nodeType, outcome: errorCode === undefined ? "done" : "dead", errorCode, inline: true });
  }
}
