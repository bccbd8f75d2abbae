import type { ClaimedStep } from "./claim";
import type { EngineContext } from "./context";
import type { EngineLog } from "./log";
import { markRunning } from "./mark-running";

/** A step that is done sooner than this shows its run as running when its result is written, which costs nothing. */
const patienceMs = 50;

/**
 * Shows runs as running whose first step takes its time. For people only: no step waits for it, and a failure costs
 * nothing, for completing a step does the same.
 */
export class RunningSign {
  readonly #engine: Pick<EngineContext, "db">;
  readonly #log: EngineLog;
  readonly #isExecuting: (step: ClaimedStep) => boolean;
  #steps: ClaimedStep[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(engine: Pick<EngineContext, "db">, log: EngineLog, isExecuting: (step: ClaimedStep) => boolean) {
    this.#engine = engine;
    this.#log = log;
    this.#isExecuting = isExecuting;
  }

  add(step: ClaimedStep): void {
    if (!step.runPending) return;
    this.#steps.push(step);
    this.#timer ??= setTimeout(() => void this.#show(), patienceMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #show(): Promise<void> {
    this.#timer = undefined;
    const runs = this.#steps.filter(this.#isExecuting).map(({ runId }) => runId);
    this.#steps = [];
    try {
      await markRunning(this.#engine, runs);
    } catch (error) {
      this.#log.debug({ error, runs: runs.length }, "runs could not be shown as running yet");
    }
  }
}
