import { isPureType } from "@/core/kinds";
import { isPassing } from "@/db/errors";
import type { Database } from "@/db/types";
import type { ClaimedStep } from "./claim";
import { type FinishedStep, lengthOf } from "./complete";
import { CompletionQueue, type CompletionQueueOptions, type WrittenResult } from "./completion-queue";
import type { EngineContext } from "./context";
import { executorFailed } from "./evaluate-node";
import { execute } from "./execute";
import { GivingWay } from "./giving-way";
import { largeInputBytes, loadLargeInputs } from "./large-values";
import { leasePureSuccessors, leaseSuccessor } from "./lease-successor";
import { Leases } from "./leases";
import type { EngineLog } from "./log";
import { countFinishedStep } from "./metrics-count";
import { Pace } from "./pace";
import { type PreparedStep, prepare } from "./prepare";
import { failedTry, givenBack, lost } from "./results-without-execution";
import { RunningSign } from "./running-sign";
import { SlotLine } from "./slot-line";
import { Slots } from "./slots";
import { StepAborted, type StopSign } from "./step-aborted";
import { StepMemory } from "./step-memory";
import { Turn } from "./turn";

export interface RunnerOptions {
  workerId: string;
  leaseMs: number;
  /** how many steps may wait for something outside at a time; left out: any number */
  concurrency?: number;
  /** for heartbeats, with a connection that nothing else can occupy */
  heartbeatDb: Database;
  log: EngineLog;
  /** how many steps are claimed at a time; left out: as shipped */
  batchSize?: number;
  /** whether a successor may be leased straight away; default yes */
  leaseSuccessors?: boolean;
  /** called when there is room for more: a slot is free, or a result is written */
  onSlotFree?(): void;
  /** called when a result has put steps into the queue, due now or later; `ahead`: of one that was ahead of a long queue */
  onScheduled?(ahead: boolean): void;
}

/** An input is held as it was loaded, as part of the request that it goes into, and as part of what is shown of it. */
const copiesOfInput = 3;

/**
 * Characters of results that wait to be written, or are on their way. Where there are more nothing is claimed, and what is
 * claimed does not begin: steps that answer at once can make results quicker than the database takes them.
 */
const mostUnwrittenLength = 8_000_000;

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
  /** of steps that are ahead of a long queue: while a large batch of its results is written, theirs are not to wait */
  readonly #completionsAhead: CompletionQueue;
  readonly #memory = new StepMemory();
  readonly slots: Slots;
  readonly pace = new Pace();
  readonly givingWay = new GivingWay(() => this.#options.onSlotFree?.());
  readonly #line: SlotLine;
  /** steps whose slot passes on to a successor that is leased with their result, and the node of it */
  readonly #passingOn = new Map<ClaimedStep, string>();
  readonly #runningSign: RunningSign;
  readonly #turn = new Turn();
  readonly #idle = new Set<() => void>();
  readonly counts: RunnerCounts = { completed: 0, refused: 0 };
  #active = 0;
  #unwritten = 0;
  #leasing: boolean;

  constructor(engine: EngineContext, options: RunnerOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#leasing = options.leaseSuccessors ?? true;
    this.slots = new Slots(options.concurrency);
    this.#line = new SlotLine(this.slots, ({ step }) => this.#finish(givenBack(step)));
    this.#runningSign = new RunningSign(engine, options.log, (step) => this.slots.holds(step));
    const enqueued = (ahead: boolean) => {
      engine.wake.notify();
      options.onScheduled?.(ahead);
    };
    this.#leases = new Leases({
      ...options,
      db: options.heartbeatDb,
      metrics: engine.metrics,
      onGivenBack: () => enqueued(false),
    });
    const completionOptions = (ahead: boolean, pace: Pace, givingWay: GivingWay): CompletionQueueOptions => ({
      ...options,
      granting: (statement) => this.#leases.granting(statement),
      onSending: (batch, maximumBatch) => {
        if (this.#leasing && !this.full) leasePureSuccessors(batch, maximumBatch);
      },
      onWritten: (results) => this.#written(results),
      onEnqueued: () => enqueued(ahead),
      // While one batch is written another is executed; where both wait, they go together.
      ...(options.batchSize === undefined ? {} : { largeBatch: 2 * options.batchSize }),
      pace,
      givingWay,
    });
    this.#completions = new CompletionQueue(engine, completionOptions(false, this.pace, this.givingWay));
    this.#completionsAhead = new CompletionQueue(engine, completionOptions(true, new Pace(), new GivingWay()));
  }

  /** Steps that are being executed or written. */
  get active(): number {
    return this.#active;
  }

  /** Steps that are executed, and whose results are not written yet. */
  get unwritten(): number {
    return this.#unwritten;
  }

  /** So much waits to be written that nothing more may begin. */
  get full(): boolean {
    return this.#completions.length + this.#completionsAhead.length > mostUnwrittenLength;
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
    this.#line.close();
    await Promise.race([this.idle(), delay(timeoutMs)]);
    this.#leases.abortAll(new StepAborted("stopping"));
    await Promise.race([this.idle(), delay(graceMs)]);
    this.stop();
  }

  /** Lets go of everything: no heartbeat, no further try to write. */
  stop(): void {
    this.#completions.close();
    this.#completionsAhead.close();
    this.#leases.stop();
    this.#runningSign.stop();
  }

  #take(steps: readonly ClaimedStep[], grantedAt: number): void {
    if (steps.length === 0) return;
    this.#active += steps.length;
    for (const step of steps) {
      if (!this.slots.holds(step)) this.slots.claimed(1);
      this.#leases.hold(step, grantedAt);
      if (step.ahead) this.givingWay.goesAhead(step);
    }
    void this.#prepareAndExecute(steps);
  }

  async #prepareAndExecute(steps: readonly ClaimedStep[]): Promise<void> {
    let prepared: PreparedStep[];
    try {
      prepared = await prepare(this.#engine, steps);
    } catch (error) {
      this.#notPrepared(steps, error);
      return;
    }
    for (const entry of prepared) {
      while (this.full) await delay(5);
      while (this.#turn.isOver()) await this.#turn.next();
      this.#begin(entry);
    }
    this.#options.onSlotFree?.();
  }

  /** One step that cannot be prepared must not hold up its neighbours, and must not come back without end. */
  #notPrepared(steps: readonly ClaimedStep[], error: unknown): void {
    const passing = isPassing(error);
    if (!passing && steps.length > 1) {
      for (const step of steps) void this.#prepareAndExecute([step]);
      return;
    }
    if (passing)
      this.#options.log.warn({ error, steps: steps.length }, "claimed steps could not be prepared; giving them back");
    for (const step of steps) {
      this.#starting(step);
      if (passing) this.#finish(givenBack(step));
      else this.#failed(step, error);
    }
  }

  #begin(prepared: PreparedStep): void {
    this.#starting(prepared.step);
    this.#start(prepared);
  }

  /** A successor that its predecessor's slot has passed on to was not counted as one that may ask for one. */
  #starting(step: ClaimedStep): void {
    if (!this.slots.holds(step)) this.slots.starting();
  }

  #start(prepared: PreparedStep): void {
    const { step } = prepared;
    const stop = this.#leases.stopSignOf(step);
    const largeBytes = largeInputBytes(prepared);
    const mayWait = largeBytes > 0 || !isPureType(step.nodeType);
    const surplus = mayWait && !this.slots.available && !this.slots.holds(step);
    if (surplus && !stop.reason && this.#line.enter(prepared)) {
      this.givingWay.through(step);
      return;
    }
    if (surplus) this.#learn(step, true);
    if (surplus || stop.reason) {
      this.#finish(givenBack(step));
      return;
    }
    const startedAt = performance.now();
    try {
      const answer = largeBytes > 0 ? this.#executeLarge(prepared, stop, largeBytes) : this.#execute(prepared, stop);
      this.#learn(step, answer instanceof Promise);
      if (!(answer instanceof Promise)) {
        this.#executed(answer, startedAt);
        return;
      }
      this.slots.take(step);
      this.givingWay.through(step);
      this.#runningSign.add(step);
      answer.then(
        (finished) => finished && this.#executed(finished, startedAt),
        (error: unknown) => this.#notExecuted(step, error),
      );
    } catch (error) {
      this.#notExecuted(step, error);
    }
  }

  /** What was leased says nothing of what the next claim will bring. */
  #learn(step: ClaimedStep, waits: boolean): void {
    if (!step.leased) this.slots.learn(waits);
  }

  #execute(prepared: PreparedStep, stop: StopSign): FinishedStep | Promise<FinishedStep> {
    return execute(this.#engine, prepared, stop, (bytes) => this.#memory.reserve(prepared.step, stop, bytes));
  }

  /** Loads what is large once there is room for it. @returns undefined when the step is on its way back already */
  async #executeLarge(prepared: PreparedStep, stop: StopSign, bytes: number): Promise<FinishedStep | undefined> {
    let loaded: PreparedStep;
    try {
      await this.#memory.reserve(prepared.step, stop, bytes * copiesOfInput);
      loaded = await loadLargeInputs(this.#engine, prepared);
    } catch (error) {
      // Nothing of the step has begun.
      if (error instanceof StepAborted || isPassing(error)) this.#finish(givenBack(prepared.step));
      else this.#failed(prepared.step, error);
      return undefined;
    }
    return this.#execute(loaded, stop);
  }

  #executed(finished: FinishedStep, startedAt: number): void {
    const { step } = finished;
    this.#engine.metrics?.executed(step.nodeType, (performance.now() - startedAt) / 1_000);
    const mayLease = this.#leasing && (this.slots.holds(step) || this.slots.free > 0);
    const successor = mayLease ? leaseSuccessor(finished) : undefined;
    if (successor) {
      this.slots.keep(step);
      this.#passingOn.set(step, successor.nodeId);
    }
    this.#finish(finished);
  }

  #notExecuted(step: ClaimedStep, error: unknown): void {
    if (!(error instanceof StepAborted)) this.#failed(step, error);
    else this.#finish(error.reason === "stopping" ? givenBack(step) : lost(step));
  }

  /** Hands a result over to be written; of the step's memory it keeps what it has to write. */
  #finish(finished: FinishedStep): void {
    const { step, outcome } = finished;
    this.#memory.keep(step, lengthOf(finished));
    if (!this.#passingOn.has(step)) this.#letGo(step, outcome.kind !== "giveback");
    this.#unwritten++;
    if (step.ahead) {
      this.pace.ahead();
      this.givingWay.goesAhead(step);
    }
    (step.ahead ? this.#completionsAhead : this.#completions).add(finished);
    this.#serveLine();
  }

  #serveLine(): void {
    const next = this.#line.next();
    if (next) this.#start(next);
  }

  #letGo(step: ClaimedStep, executed = true): void {
    if (!this.slots.holds(step)) return;
    this.slots.release(step, executed);
    this.#options.onSlotFree?.();
  }

  #failed(step: ClaimedStep, error: unknown): void {
    this.#options.log.error(
      { error, step: step.id, run: step.runId, node: step.nodeId },
      "a step could not be executed; the try counts as failed",
    );
    this.#finish(failedTry(step, executorFailed(step.nodeType, error)));
  }

  /** What is leased with a batch is taken over together: its outputs are loaded with one statement. */
  #written(results: readonly WrittenResult[]): void {
    for (const result of results) this.#account(result);
    this.#take(
      results.flatMap(({ leased }) => leased),
      results[0]?.sentAt ?? 0,
    );
    for (const { finished, givenUp } of results) {
      this.#serveLine();
      const { kind } = finished.outcome;
      if (kind === "wait" || kind === "retry" || finished.delayMs > 0) this.#options.onScheduled?.(finished.step.ahead);
      if (!givenUp) this.#leases.release(finished.step);
      this.givingWay.through(finished.step);
      this.#active--;
    }
    if (this.#active === 0) {
      for (const resolve of this.#idle) resolve();
      this.#idle.clear();
    }
    this.#options.onSlotFree?.();
  }

  #account({ finished, accepted, leased, givenUp }: WrittenResult): void {
    const { metrics } = this.#engine;
    const { step } = finished;
    if (accepted) {
      if (finished.outcome.kind !== "giveback") this.counts.completed++;
      if (metrics) countFinishedStep(metrics, finished);
    } else {
      this.counts.refused++;
      metrics?.resultRefused();
      this.#options.log.debug({ step: step.id, run: step.runId }, "a late result was refused");
    }
    this.#memory.release(step);
    if (givenUp) this.#leases.abandon(step);
    this.#unwritten--;
    const passesOnTo = this.#passingOn.get(step);
    if (passesOnTo === undefined) return;
    this.#passingOn.delete(step);
    const successor = leased.find(({ nodeId }) => nodeId === passesOnTo);
    if (successor) this.slots.passOn(step, successor);
    else this.#letGo(step);
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
