/** Why an execution's signal fired. */
export class StepAborted extends Error {
  override readonly name = "StepAborted";

  constructor(readonly reason: "lease lost" | "stopping") {
    super(`The step was aborted: ${reason}.`);
  }
}
