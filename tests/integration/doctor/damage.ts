import { complete } from "@/engine/complete";
import type { EngineContext } from "@/engine/context";
import { createGraph, executeStep, startAndClaim } from "../../support/executing";

/** Runs as the engine leaves them in the middle and at the end, to be damaged by hand. */
export class Patients {
  readonly #engine: EngineContext;
  readonly #workerId: string;

  constructor(engine: EngineContext, workerId: string) {
    this.#engine = engine;
    this.#workerId = workerId;
  }

  /** start -> call, with nobody at work */
  waiting = async (): Promise<string> => {
    const { runId, claimed } = await this.running();
    const { call } = claimed;
    if (!call) throw new Error("no call");
    await this.#finish([{ step: call, outcome: { kind: "giveback" }, delayMs: 0, input: null, successors: [] }]);
    return runId;
  };

  /** start -> call, claimed by a worker */
  running = async () => {
    const workflow = await createGraph(this.#engine, [{ id: "call" }], ["start -> call"]);
    return startAndClaim(this.#engine, workflow, { workerId: this.#workerId });
  };

  succeeded = async (): Promise<string> => {
    const { runId, claimed } = await this.running();
    await this.#finish([await executeStep(this.#engine, claimed.call)]);
    return runId;
  };

  failed = async (): Promise<string> => {
    const { runId, claimed } = await this.running();
    const error = { code: "http_status", message: "It answered 500.", details: "null" };
    await this.#finish([{ ...(await executeStep(this.#engine, claimed.call)), outcome: { kind: "dead", error } }]);
    return runId;
  };

  /** start -> left, right -> join, which waits for right */
  joining = async (): Promise<string> => {
    const workflow = await createGraph(
      this.#engine,
      [{ id: "left" }, { id: "right" }, { id: "join", join: "all" }],
      ["start -> left", "start -> right", "left -> join", "right -> join"],
    );
    const { runId, claimed } = await startAndClaim(this.#engine, workflow, { workerId: this.#workerId });
    await this.#finish([await executeStep(this.#engine, claimed.left)]);
    return runId;
  };

  #finish(finished: Parameters<typeof complete>[1]) {
    return complete(this.#engine, finished, { workerId: this.#workerId, leaseMs: 60_000 });
  }
}
