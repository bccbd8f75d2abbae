import type { StepState } from "@/core/expression/scope";
import type { Json } from "@/core/json";
import { LazyJson } from "./lazy-json";

/**
 * The outputs of a run's steps as far as an execution needs them; read lazily, for most are never looked at. Most steps
 * refer to no other, so the tables are made when there is something to put in.
 */
export class StepOutputs {
  #stored: Map<string, LazyJson> | undefined;
  #states: Map<string, StepState> | undefined;
  /** outputs too large to be loaded along, in bytes */
  #large: Map<string, number> | undefined;

  constructor(from?: StepOutputs) {
    if (!from) return;
    // What was read is not shared: nobody would know when to forget it.
    for (const [nodeId, { text }] of from.#stored ?? []) this.stored(nodeId, text);
    if (from.#states) this.#states = new Map(from.#states);
    if (from.#large) this.#large = new Map(from.#large);
  }

  /** A copy to add to: what one execution adds, another of the same run must not see. */
  fork(): StepOutputs {
    return new StepOutputs(this);
  }

  /** An output as it came from the database. */
  stored(nodeId: string, text: string): void {
    this.#large?.delete(nodeId);
    this.#stored ??= new Map();
    this.#stored.set(nodeId, new LazyJson(text));
  }

  /** An output that must be loaded before the execution that reads it. */
  large(nodeId: string, bytes: number): void {
    this.#large ??= new Map();
    this.#large.set(nodeId, bytes);
  }

  succeeded(nodeId: string, output: Json): void {
    this.#states ??= new Map();
    this.#states.set(nodeId, { state: "succeeded", output });
  }

  unfinished(nodeId: string): void {
    this.#states ??= new Map();
    this.#states.set(nodeId, { state: "unfinished" });
  }

  /** Of these nodes the ones whose outputs are not loaded yet, with their bytes. */
  missing(nodeIds: readonly string[]): ReadonlyMap<string, number> {
    if (!this.#large) return nothingMissing;
    return new Map([...this.#large].filter(([nodeId]) => nodeIds.includes(nodeId)));
  }

  /** Forgets what was read from long texts; it can be read again. */
  forget(): void {
    for (const value of this.#stored?.values() ?? []) value.forget();
  }

  readonly lookup = (nodeId: string): StepState | undefined => {
    const known = this.#states?.get(nodeId);
    if (known) return known;
    const stored = this.#stored?.get(nodeId);
    return stored && { state: "succeeded", output: stored.value };
  };
}

const nothingMissing: ReadonlyMap<string, number> = new Map();
