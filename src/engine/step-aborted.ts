/** Why an execution's signal fired. */
export class StepAborted extends Error {
  override readonly name = "StepAborted";

  constructor(readonly reason: "lease lost" | "stopping") {
    super(`The step was aborted: ${reason}.`);
  }
}

/** Whether an execution must stop: for who looks, and for who waits. Most steps are done before anybody asks. */
export interface StopSign {
  readonly reason: StepAborted | undefined;
  readonly signal: AbortSignal;
}
