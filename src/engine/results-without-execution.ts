import { type Outcome, type StepError, stepError } from "@/core/executor";
import type { ClaimedStep } from "./claim";
import type { FinishedStep } from "./complete";
import { delayOf } from "./execute";
import { workerLostMessage } from "./reap";
import { storedOutcome } from "./stored-result";

/** Back to the queue, and the attempt does not count: nothing of it has begun, or whatever began was stopped. */
export function givenBack(step: ClaimedStep): FinishedStep {
  return withOutcome(step, { kind: "giveback" });
}

/**
 * The lease ended while the step was being executed: its effect may have happened, so the try counts. If the step was
 * taken over or its run was cancelled, the fence refuses this.
 */
export function lost(step: ClaimedStep): FinishedStep {
  return failedTry(step, stepError("worker_lost", workerLostMessage));
}

export function failedTry(step: ClaimedStep, error: StepError): FinishedStep {
  return withOutcome(step, { kind: "retry", error });
}

const notStorableCode = "output_not_storable";

/** The step of a result that PostgreSQL refuses for its content dies. */
export function notStorable({ step }: FinishedStep): FinishedStep {
  const message = "The step ran, but PostgreSQL refused to store its result. Its effect may have happened.";
  return withOutcome(step, { kind: "dead", error: stepError(notStorableCode, message) });
}

export function isStorageFailure({ outcome }: FinishedStep): boolean {
  return outcome.kind === "dead" && outcome.error.code === notStorableCode;
}

function withOutcome(step: ClaimedStep, outcome: Outcome): FinishedStep {
  return { step, outcome: storedOutcome(outcome), delayMs: delayOf(step, outcome), input: null, successors: [] };
}
