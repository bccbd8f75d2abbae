import { isPassing } from "@/db/errors";
import type { Database } from "@/db/types";
import type { ClaimedStep } from "./claim";
import { type FinishedStep, lengthOf } from "./complete";
import { CompletionQueue, type WrittenResult } from "./completion-queue";
import type { EngineContext } from "./context";
import { executorFailed } from "./evaluate-node";
import { execute } from "./execute";
import { largeInputBytes, loadLargeInputs } from "./large-values";
import { Leases } from "./leases";
import type { EngineLog } from "./log";
import { markRunning } from "./mark-running";
import { MemoryBudget, type MemoryShare } from "./memory-budget";
import { countFinishedStep } from "./metrics-count";
import { type PreparedStep, prepare } from "./prepare";
import { failedTry, givenBack, lost } from "./results-without-execution";
import { StepAborted } from "./step-aborted";

export interface RunnerOptions {
  workerId: string;
  leaseMs: number;
  /** for heartbeats, with a connection that nothing else can occupy */
  heartbeatDb: Database;
  log: EngineLog;
  /** whether a successor may be leased straight away; default yes */
  leaseSuccessors?: boolean;
  /** called when a step has left: a slot is free */
  onSlotFree?(): void;
  /** called when a result has put steps into the queue, due now or later */
  onScheduled?(): void;
}

/**
 * Bytes of large values that one runner's executions may hold at once, as text: inputs, requests, answers and results.
 * Whoever needs more than the little that is not counted waits for its turn; its lease is extended meanwhile.
 */
const memoryBudgetBytes = 24 * 1024 * 1024;

/** An input is held as it was loaded, as part of the request that it goes into, and as part of what is shown of it. */
const copiesOfInput = 3;

/** What the runner has done since it was made. */
export interface RunnerCounts {
  completed: number;
  refused: number;
}

/**
 * Executes claimed steps: prepares them, runs their executors side by side, writes the results in groups, holds the
 * leases meanwhile, and goes on with successors that were leased along the way. Used by the worker and by a tick.
 */
export class StepRunner {
  readonly #engine: EngineContext;
  readonly #options: RunnerOptions;
  readonly #leases: Leases;
  readonly #completions: CompletionQueue;
  readonly #memory = new MemoryBudget(memoryBudgetBytes);
  readonly #shares = new Map<ClaimedStep, MemoryShare>();
  readonly #idle = new Set<() => void>();
  readonly counts: RunnerCounts = { completed: 0, refused: 0 };
  #active = 0;
  #leasing: boolean;

  constructor(engine: EngineContext, options: RunnerOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#leasing = options.leaseSuccessors ?? true;
    const enqueued = () => {
      engine.wake.notify();
      options.onScheduled?.();
    };
    this.#leases = new Leases({
      ...options,
      db: options.heartbeatDb,
      metrics: engine.metrics,
      onGivenBack: enqueued,
    });
    this.#completions = new CompletionQueue(engine, {
      ...options,
      granting: (statement) => this.#leases.granting(statement),
      onWritten: (finished, result) => this.#written(finished, result),
      onEnqueued: enqueued,
    });
  }

  /** Steps that are being executed or written. */
  get active(): number {
    return this.#active;
  }

  get leases(): Leases {
    return this.#leases;
  }

  /**
   * Takes over steps that were claimed at `claimedAt` (monotonic milliseconds, before the claim was sent).
   * Never throws: whatever goes wrong ends in a result, a give-back, or a lease that expires.
   */
  run(steps: readonly ClaimedStep[], claimedAt: number): void {
    this.#engine.metrics?.claimed(steps.length);
    this.#take(steps, claimedAt);
  }

  /** Resolves when nothing is active. */
  async idle(): Promise<void> {
    while (this.#active > 0) await new Promise<void>((resolve) => this.#idle.add(resolve));
  }

  /**
   * Lets active steps finish for as long as `timeoutMs`, then aborts the rest and gives their claims back unburnt; after
   * another `graceMs` it stops waiting, and leases expire by themselves. From now on no successor is leased.
   */
  async drain(timeoutMs: number, graceMs = 5_000): Promise<void> {
    this.#leasing = false;
    await Promise.race([this.idle(), delay(timeoutMs)]);
    this.#leases.abortAll(new StepAborted("stopping"));
    await Promise.race([this.idle(), delay(graceMs)]);
    this.stop();
  }

  /** Lets go of everything: no heartbeat, no further try to write. */
  stop(): void {
    this.#completions.close();
    this.#leases.stop();
  }

  #take(steps: readonly ClaimedStep[], grantedAt: number): void {
    if (steps.length === 0) return;
    this.#active += steps.length;
    for (const step of steps) this.#leases.hold(step, grantedAt);
    void this.#prepareAndExecute(steps);
  }

  async #prepareAndExecute(steps: readonly ClaimedStep[]): Promise<void> {
    void this.#showRunning(steps);
    let prepared: PreparedStep[];
    try {
      prepared = await prepare(this.#engine, steps);
    } catch (error) {
      this.#notPrepared(steps, error);
      return;
    }
    for (const entry of prepared) void this.#execute(entry);
  }

  /** For people only: no step waits for it, and a failure costs nothing, for completing a step does the same. */
  async #showRunning(steps: readonly ClaimedStep[]): Promise<void> {
    const pendingRuns = steps.filter(({ runPending }) => runPending).map(({ runId }) => runId);
    try {
      await markRunning(this.#engine, pendingRuns);
    } catch (error) {
      this.#options.log.debug({ error, runs: pendingRuns.length }, "runs could not be shown as running yet");
    }
  }

  /** One step that cannot be prepared must not hold up its neighbours, and must not come back without end. */
  #notPrepared(steps: readonly ClaimedStep[], error: unknown): void {
    const [first] = steps;
    if (isPassing(error)) {
      this.#options.log.warn({ error, steps: steps.length }, "claimed steps could not be prepared; giving them back");
      for (const step of steps) this.#finish(givenBack(step));
    } else if (steps.length > 1) {
      for (const step of steps) void this.#prepareAndExecute([step]);
    } else if (first) {
      this.#failed(first, error);
    }
  }

  async #execute(prepared: PreparedStep): Promise<void> {
    const { step } = prepared;
    const startedAt = performance.now();
    const signal = this.#leases.signalOf(step);
    if (signal.aborted) return this.#finish(givenBack(step));
    const share = this.#memory.share(signal);
    this.#shares.set(step, share);
    try {
      const loaded = await this.#loadLarge(prepared, share);
      if (!loaded) return;
      const finished = await execute(this.#engine, loaded, signal, (bytes) => share.reserve(bytes));
      this.#engine.metrics?.executed(step.nodeType, (performance.now() - startedAt) / 1_000);
      this.#finish(this.#leasing ? withLeasedSuccessor(finished) : finished);
    } catch (error) {
      if (!(error instanceof StepAborted)) this.#failed(step, error);
      else this.#finish(error.reason === "stopping" ? givenBack(step) : lost(step));
    }
  }

  /** Loads what is large once there is room for it; undefined when that failed, and the step is on its way back. */
  async #loadLarge(prepared: PreparedStep, share: MemoryShare): Promise<PreparedStep | undefined> {
    const bytes = largeInputBytes(prepared);
    if (bytes === 0) return prepared;
    try {
      await share.reserve(bytes * copiesOfInput);
      return await loadLargeInputs(this.#engine, prepared);
    } catch (error) {
      // Nothing of the step has begun.
      if (error instanceof StepAborted) this.#finish(givenBack(prepared.step));
      else this.#notPrepared([prepared.step], error);
      return undefined;
    }
  }

  /** Hands a result over to be written; of the step's memory it keeps what it has to write. */
  #finish(finished: FinishedStep): void {
    this.#shares.get(finished.step)?.keep(lengthOf(finished));
    this.#completions.add(finished);
  }

  #failed(step: ClaimedStep, error: unknown): void {
    this.#options.log.error(
      { error, step: step.id, run: step.runId, node: step.nodeId },
      "a step could not be executed; the try counts as failed",
    );
    this.#finish(failedTry(step, executorFailed(step.nodeType, error)));
  }

  #written(finished: FinishedStep, result: WrittenResult): void {
    const { metrics } = this.#engine;
    if (result.accepted) {
      if (finished.outcome.kind !== "giveback") this.counts.completed++;
      if (metrics) countFinishedStep(metrics, finished);
    } else {
      this.counts.refused++;
      metrics?.resultRefused();
      this.#options.log.debug({ step: finished.step.id, run: finished.step.runId }, "a late result was refused");
    }
    this.#shares.get(finished.step)?.release();
    this.#shares.delete(finished.step);
    if (result.givenUp) this.#leases.abandon(finished.step);
    this.#take(result.leased, result.sentAt);
    const { kind } = finished.outcome;
    if (kind === "wait" || kind === "retry" || finished.delayMs > 0) this.#options.onScheduled?.();
    if (!result.givenUp) this.#leases.release(finished.step);
    this.#active--;
    if (this.#active === 0) {
      for (const resolve of this.#idle) resolve();
      this.#idle.clear();
    }
    this.#options.onSlotFree?.();
  }
}

/**
 * One successor takes over the slot that its predecessor leaves, without a claim: the first that has an effect and no
 * other edge to wait for. The rest is for whoever claims first, so that a fan-out spreads over the workers.
 */
function withLeasedSuccessor(finished: FinishedStep): FinishedStep {
  const index = finished.successors.findIndex(
    ({ status, edgesIn, taken }) => status === null && edgesIn === 1 && taken === 1,
  );
  if (index < 0) return finished;
  const successors = finished.successors.map((successor, position) => ({ ...successor, leased: position === index }));
  return { ...finished, successors };
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
