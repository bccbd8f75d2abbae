import type { StepState } from "@/core/expression/scope";
import type { Json } from "@/core/json";
import { LazyJson } from "./lazy-json";

/** The outputs of a run's steps as far as an execution needs them; read lazily, for most are never looked at. */
export class StepOutputs {
  readonly #stored: Map<string, LazyJson>;
  readonly #states: Map<string, StepState>;
  /** outputs too large to be loaded along, in bytes */
  readonly #large: Map<string, number>;

  constructor(from?: StepOutputs) {
    // What was read is not shared: nobody would know when to forget it.
    this.#stored = new Map([...(from ? from.#stored : [])].map(([nodeId, { text }]) => [nodeId, new LazyJson(text)]));
    this.#states = new Map(from ? from.#states : []);
    this.#large = new Map(from ? from.#large : []);
  }

  /** A copy to add to: what one execution adds, another of the same run must not see. */
  fork(): StepOutputs {
    return new StepOutputs(this);
  }

  /** An output as it came from the database. */
  stored(nodeId: string, text: string): void {
    this.#large.delete(nodeId);
    this.#stored.set(nodeId, new LazyJson(text));
  }

  /** An output that must be loaded before the execution that reads it. */
  large(nodeId: string, bytes: number): void {
    this.#large.set(nodeId, bytes);
  }

  succeeded(nodeId: string, output: Json): void {
    this.#states.set(nodeId, { state: "succeeded", output });
  }

  unfinished(nodeId: string): void {
    this.#states.set(nodeId, { state: "unfinished" });
  }

  /** Of these nodes the ones whose outputs are not loaded yet, with their bytes. */
  missing(nodeIds: readonly string[]): ReadonlyMap<string, number> {
    return new Map([...this.#large].filter(([nodeId]) => nodeIds.includes(nodeId)));
  }

  /** Forgets what was read from long texts; it can be read again. */
  forget(): void {
    for (const value of this.#stored.values()) value.forget();
  }

  readonly lookup = (nodeId: string): StepState | undefined => {
    const known = this.#states.get(nodeId);
    if (known) return known;
    const stored = this.#stored.get(nodeId);
    return stored && { state: "succeeded", output: stored.value };
  };
}
