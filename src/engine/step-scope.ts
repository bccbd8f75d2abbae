import type { NodeExecution } from "@/core/executor";
import type { Scope } from "@/core/expression/scope";
import type { Json } from "@/core/json";
import type { StepOutputs } from "./step-outputs";

export interface StepData {
  /** may be read from its text only when somebody asks for it */
  payload: { readonly value: Json };
  outputs: StepOutputs;
}

/**
 * What a step's config reads. A class, as the next one, though a literal would do: one with a getter gets a hidden class of its own
 * each time, a kilobyte for V8 to make and to collect.
 */
export class StepScope implements Scope {
  readonly #data: StepData;
  readonly step: Scope["step"];
  readonly run: Scope["run"];

  /** @param secret left out: no secret may be read */
  constructor(
    data: StepData,
    runId: string,
    readonly app: Scope["app"],
    readonly secret?: (key: string) => string | undefined,
  ) {
    this.#data = data;
    this.step = data.outputs.lookup;
    this.run = { id: runId };
  }

  get trigger(): Json {
    return this.#data.payload.value;
  }
}

type Given = Omit<NodeExecution<unknown>, "payload" | "signal">;

/** What an executor is given. To spread it loses `payload` and `signal`, which are read when somebody asks for them. */
export class StepExecution implements NodeExecution<unknown> {
  readonly config: Given["config"];
  readonly runId: string;
  readonly nodeId: string;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly dedupKey: string;
  readonly previousOutput: Given["previousOutput"];
  readonly boundSecrets: Given["boundSecrets"];
  readonly reserve: Given["reserve"];
  readonly #data: Pick<StepData, "payload">;
  readonly #stop: { readonly signal: AbortSignal };

  constructor(given: Given, data: Pick<StepData, "payload">, stop: { readonly signal: AbortSignal }) {
    this.config = given.config;
    this.runId = given.runId;
    this.nodeId = given.nodeId;
    this.attempt = given.attempt;
    this.maxAttempts = given.maxAttempts;
    this.dedupKey = given.dedupKey;
    this.previousOutput = given.previousOutput;
    this.boundSecrets = given.boundSecrets;
    this.reserve = given.reserve;
    this.#data = data;
    this.#stop = stop;
  }

  get payload(): Json {
    return this.#data.payload.value;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }
}
