import { maximumJsonParts, tooManyParts } from "../json";
import type { JsonMeasure } from "../measure-json";
import { ExpressionError } from "./errors";

/** Values read, compared and copied by one evaluation, or by the rendering of one node's config. */
export const maximumEvaluationSteps = 1_000_000;

/** Characters that one evaluation, or the rendering of one node's config, may put out (as JSON). */
export const maximumOutputLength = 16 * 1024 * 1024;

/** What is left of the work and output that an evaluation may make; whoever uses some takes it here first. */
export class Budget {
  constructor(
    private steps = maximumEvaluationSteps,
    private characters = maximumOutputLength,
    private parts = maximumJsonParts,
  ) {}

  spendSteps(count: number, position: number): void {
    this.steps -= count;
    if (this.steps < 0)
      throw new ExpressionError(
        "budget_exceeded",
        "The expression takes too much work; compare or copy less data.",
        position,
      );
  }

  spendOutput({ size, parts }: Pick<JsonMeasure, "size" | "parts">, position: number): void {
    this.characters -= size;
    this.parts -= parts;
    if (this.parts < 0) {
      throw new ExpressionError("budget_exceeded", `The result has more than ${tooManyParts}.`, position);
    }
    if (this.characters < 0) {
      throw new ExpressionError(
        "budget_exceeded",
        `The result is too long: more than ${maximumOutputLength / 1024 / 1024} MiB in all.`,
        position,
      );
    }
  }
}
