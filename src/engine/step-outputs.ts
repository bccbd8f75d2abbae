import type { StepState } from "@/core/expression/scope";
import { type Json, parseJson } from "@/core/json";

/** The outputs of a run's steps as far as an execution needs them; read lazily, for most are never looked at. */
export class StepOutputs {
  readonly #texts: Map<string, string>;
  readonly #values: Map<string, StepState>;

  constructor(from?: StepOutputs) {
    this.#texts = from ? from.#texts : new Map();
    this.#values = new Map(from ? from.#values : []);
  }

  /** A copy to add to: what one execution adds, another of the same run must not see. */
  fork(): StepOutputs {
    return new StepOutputs(this);
  }

  /** An output as it came from the database. */
  stored(nodeId: string, text: string): void {
    this.#texts.set(nodeId, text);
  }

  succeeded(nodeId: string, output: Json): void {
    this.#values.set(nodeId, { state: "succeeded", output });
  }

  unfinished(nodeId: string): void {
    this.#values.set(nodeId, { state: "unfinished" });
  }

  readonly lookup = (nodeId: string): StepState | undefined => {
    const known = this.#values.get(nodeId);
    if (known) return known;
    const text = this.#texts.get(nodeId);
    if (text === undefined) return undefined;
    const value: StepState = { state: "succeeded", output: parseJson(text) };
    this.#values.set(nodeId, value);
    return value;
  };
}
