import type { Json, JsonObject } from "./json";
import type { NodeType, RenderedConfig } from "./kinds";

/** Why a try did not succeed, as it is stored and shown. For HTTP `details` is `{ status, headers, body }`. */
export interface StepError {
  code: string;
  message: string;
  details: Json;
}

/** What one try at a step came to. Executors only decide; the engine writes. */
export type Outcome =
  | { kind: "done"; output: Json; branch?: string }
  /** Try again, if attempts are left: after the backoff, or after `delayMs` where that is longer. */
  | { kind: "retry"; error: StepError; delayMs?: number }
  /** Trying again cannot help. */
  | { kind: "dead"; error: StepError }
  /**
   * Come back after `delayMs`; not an attempt. The engine stores `{ "wake_at": … }`, by the database's clock, as the
   * step's output, and hands it to the next execution as `previousOutput`.
   */
  | { kind: "wait"; delayMs: number }
  /** No incoming edge was taken. */
  | { kind: "skip" }
  /** Nothing was done: back to the queue, for now or for `delayMs`, and the attempt does not count. */
  | { kind: "giveback"; delayMs?: number };

/** A secret that may be sent to some hosts only. */
export interface BoundSecret {
  key: string;
  /** as parseHostEntry answers them */
  hosts: readonly string[];
}

export interface NodeExecution<Config> {
  /** the node's config with templates and expressions evaluated */
  config: Config;
  runId: string;
  nodeId: string;
  attempt: number;
  maxAttempts: number;
  /** the same for every try at this step; sent to others as their idempotency key */
  dedupKey: string;
  /** the run's payload */
  readonly payload: Json;
  /** what an earlier execution of this step left behind: `{ wake_at }` after a wait */
  previousOutput: JsonObject | undefined;
  /** secrets that the config may hold and that are for some hosts only; left out: none is */
  boundSecrets?: readonly BoundSecret[];
  /** fires when the lease is lost, the run is cancelled, or the worker must stop; made when it is asked for */
  readonly signal: AbortSignal;
  /**
   * Takes so many bytes of the process's memory for what comes from outside, beyond the little that nobody counts.
   * Undefined: they are there; otherwise the promise resolves once they are. They are given back with the step's result.
   */
  reserve(bytes: number): Promise<void> | undefined;
}

/**
 * Runs one node type. An executor of a pure type (see `core/kinds`) must answer synchronously: it is also run inline,
 * before the one statement that finishes its predecessor and inserts what came of it. No transaction is open then.
 */
export interface NodeExecutor<Type extends NodeType> {
  execute(execution: NodeExecution<RenderedConfig<Type>>): Outcome | Promise<Outcome>;
}

export type NodeRegistry = { [Type in NodeType]: NodeExecutor<Type> };

export function stepError(code: string, message: string, details: Json = null): StepError {
  return { code, message, details };
}
