import type { Json } from "../json";

/** The data that an expression can read. */
export interface Scope {
  /** the run's payload; may be read from its text only when it is asked for */
  readonly trigger: Json;
  /** undefined: the step did not run (or does not exist) */
  step(nodeId: string): StepState | undefined;
  run: { id: string };
  app: { url: string };
  /** absent: no secret may be read here; undefined: there is no such secret */
  secret?(key: string): string | undefined;
}

export type StepState = { state: "succeeded"; output: Json } | { state: "unfinished" };
