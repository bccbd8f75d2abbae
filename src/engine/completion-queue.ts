import { isAboutContent, isInternal } from "@/db/errors";
import type { ClaimedStep } from "./claim";
import { type Completion, complete, type FinishedStep, lengthOf } from "./complete";
import type { EngineContext } from "./context";
import type { EngineLog } from "./log";
import type { Pace } from "./pace";
import { isStorageFailure, notStorable } from "./results-without-execution";

export interface WrittenResult {
  finished: FinishedStep;
  accepted: boolean;
  /** successors that are leased to this worker now */
  leased: ClaimedStep[];
  /** monotonic, before the statement was sent: their leases count from here at the latest */
  sentAt: number;
  /** it was not written, and never will be */
  givenUp: boolean;
}

export interface CompletionQueueOptions {
  workerId: string;
  leaseMs: number;
  log: EngineLog;
  /** wraps a statement that may grant leases, together with taking note of them */
  granting(statement: () => Promise<void>): Promise<void>;
  /** called with a batch that is about to be sent, and with how many steps one may have */
  onSending?(batch: readonly FinishedStep[], maximumBatch: number): void;
  /** called with each batch once it is written, refused or given up; a few may be told of apart from the rest of theirs */
  onWritten(results: readonly WrittenResult[]): void;
  pace: Pace;
  /** called when successors were put into the queue that anyone may claim */
  onEnqueued(): void;
}

/** Above what is claimed at a time: while one batch is written another is executed, and both go together where they wait. */
const largeBatch = 500;

/** Characters in one batch: on their way to the server they are copied several times. A longer result goes alone. */
const maximumBatchLength = 1_000_000;

/**
 * Group commit: one statement of the queue is under way at a time, and whatever finishes meanwhile goes with the next. No
 * timer; under light load a result is written at once, under heavy load batches grow by themselves, up to a number and
 * a size.
 *
 * A batch that PostgreSQL refuses for its content is cut in half until the culprit is alone; that one dies, its
 * neighbours are written. Every other failure (the database is away, shuts down, is read-only, migrates; a deadlock; a
 * statement that was cancelled) says nothing about the results, so the batch is sent again until it goes through:
 * sending again is harmless, and losing a result is not.
 */
export class CompletionQueue {
  readonly #engine: EngineContext;
  readonly #options: CompletionQueueOptions;
  readonly #waiting: FinishedStep[] = [];
  /** a statement is under way, or about to be sent */
  #writing = false;
  #closed = false;

  constructor(engine: EngineContext, options: CompletionQueueOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  add(finished: FinishedStep): void {
    this.#waiting.push(finished);
    if (!this.#writing) void this.#flush();
  }

  /** Gives up on what cannot be written: its leases expire, and it is executed again elsewhere. */
  close(): void {
    this.#closed = true;
  }

  async #flush(): Promise<void> {
    this.#writing = true;
    // Whatever finishes in this turn of the event loop goes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const largest = this.#options.pace.batchOf(largeBatch);
      const batch = this.#waiting.splice(0, batchSize(this.#waiting, largest));
      this.#options.onSending?.(batch, largest);
      const sentAt = performance.now();
      await this.#write(batch);
      // Fewer are of steps that wait for something outside: they take little from others, and somebody may wait for their slots.
      const restMs = batch.length < largest ? 0 : this.#options.pace.restMs(performance.now() - sentAt);
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    // In the same turn as the look that found nothing: whatever is added from here on begins anew.
    this.#writing = false;
  }

  async #write(batch: FinishedStep[]): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        const sentAt = performance.now();
        return await this.#options.granting(async () => {
          this.#written(batch, await complete(this.#engine, batch, this.#options), sentAt);
        });
      } catch (error) {
        if (this.#closed) return this.#drop(batch, error);
        if (isAboutContent(error) || (isInternal(error) && failures >= internalFailures))
          return this.#isolate(batch, error);
        if (failures === 0)
          this.#options.log.warn({ error, steps: batch.length }, "results could not be written yet; trying again");
        await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** failures, 2_000)));
      }
    }
  }

  #written(batch: FinishedStep[], completion: Completion, sentAt: number): void {
    const results = batch.map((finished, position): WrittenResult => {
      return { finished, accepted: completion.accepted.has(position), leased: [], sentAt, givenUp: false };
    });
    for (const { position, step } of completion.leased) results[position]?.leased.push(step);
    this.#options.onWritten(results);
    if (completion.enqueued > 0) this.#options.onEnqueued();
    const { succeeded, failed } = completion.finishedRuns;
    if (succeeded > 0) this.#engine.metrics?.runsFinished("succeeded", succeeded);
    if (failed > 0) this.#engine.metrics?.runsFinished("failed", failed);
  }

  async #isolate(batch: FinishedStep[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length > 1) {
      const middle = batch.length >> 1;
      await this.#write(batch.slice(0, middle));
      await this.#write(batch.slice(middle));
    } else if (only && !isStorageFailure(only)) {
      this.#options.log.error(
        { error, step: only.step.id, run: only.step.runId },
        "a result could not be stored; its step dies",
      );
      await this.#write([notStorable(only)]);
    } else {
      this.#drop(batch, error);
    }
  }

  #drop(batch: FinishedStep[], error: unknown): void {
    this.#options.log.error(
      { error, steps: batch.map(({ step }) => step.id) },
      "results were given up; their leases will expire",
    );
    this.#options.onWritten(
      batch.map((finished) => ({ finished, accepted: false, leased: [], sentAt: 0, givenUp: true })),
    );
  }
}

/** How many of those that wait go together: at least the first. */
function batchSize(waiting: readonly FinishedStep[], maximum: number): number {
  let length = 0;
  const end = waiting.slice(0, maximum).findIndex((finished) => {
    length += lengthOf(finished);
    return length > maximumBatchLength;
  });
  return end < 0 ? maximum : Math.max(1, end);
}

/** How often a server may fail within itself over a batch before the batch is held to be the reason. */
const internalFailures = 5;
