import { isAboutContent, isInternal } from "@/db/errors";
import type { ClaimedStep } from "./claim";
import { type Completion, complete, type FinishedStep, lengthOf } from "./complete";
import type { EngineContext } from "./context";
import type { GivingWay } from "./giving-way";
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
  /** how many results go into a statement at most; left out: twice what is claimed at a time */
  largeBatch?: number;
  pace: Pace;
  /** while it lasts nothing is sent */
  givingWay: GivingWay;
  /** called when successors were put into the queue that anyone may claim */
  onEnqueued(): void;
}

/** Twice what a worker claims at a time, as it is shipped. */
const shippedBatch = 500;

/** Characters in one batch: on their way to the server they are copied several times. A longer result goes alone. */
const maximumBatchLength = 1_000_000;

/** A statement that takes longer than this waits for something: a lock that somebody holds on one of its runs, or the database. */
const patienceMs = 500;

/** So many of them are waited for beside the one that goes on; each has a connection of the pool. */
const mostOvertaken = 2;

/**
 * Group commit: one statement of the queue is under way at a time, and whatever finishes meanwhile goes with the next. No
 * timer; under light load a result is written at once, under heavy load batches grow by themselves, up to a number and
 * a size. Only where others are ahead of a long queue its results wait a little: between batches, and while it gives way.
 * A statement that takes very long is overtaken: whoever holds the lock of one run does not hold up the results of all others.
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
  /** whoever writes at the moment; undefined: nobody does, or everybody who does has been overtaken */
  #writer: object | undefined;
  #overtaken = 0;
  #length = 0;
  #closed = false;

  constructor(engine: EngineContext, options: CompletionQueueOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  add(finished: FinishedStep): void {
    this.#waiting.push(finished);
    this.#length += lengthOf(finished);
    if (!this.#writer) void this.#flush();
  }

  /** Characters of results that wait, or are on their way. */
  get length(): number {
    return this.#length;
  }

  /** Gives up on what cannot be written: its leases expire, and it is executed again elsewhere. */
  close(): void {
    this.#closed = true;
  }

  async #flush(): Promise<void> {
    const writer = {};
    this.#writer = writer;
    // Whatever finishes in this turn of the event loop goes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#writer === writer && this.#waiting.length > 0) {
      await this.#options.givingWay.over;
      const largest = this.#options.pace.batchOf(this.#options.largeBatch ?? shippedBatch);
      const batch = this.#waiting.splice(0, batchSize(this.#waiting, largest));
      this.#options.onSending?.(batch, largest);
      const sentAt = performance.now();
      await this.#writeOvertakably(batch, writer);
      // Fewer are of steps that wait for something outside: they take little from others, and somebody may wait for their slots.
      const restMs = batch.length < largest ? 0 : this.#options.pace.restMs(performance.now() - sentAt);
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    // In the same turn as the look that found nothing: whatever is added from here on begins anew.
    if (this.#writer === writer) this.#writer = undefined;
  }

  async #writeOvertakably(batch: FinishedStep[], writer: object): Promise<void> {
    let overtaken = false;
    const timer = setInterval(() => {
      if (this.#writer !== writer || this.#overtaken >= mostOvertaken) return;
      overtaken = true;
      this.#overtaken++;
      this.#writer = undefined;
      if (this.#waiting.length > 0) void this.#flush();
    }, patienceMs);
    try {
      await this.#write(batch);
    } finally {
      clearInterval(timer);
      if (overtaken) this.#overtaken--;
    }
  }

  /** @param part of a batch that was refused: what fails within the server is looked for in halves at once, and only when alone tried again */
  async #write(batch: FinishedStep[], part = false): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        const sentAt = performance.now();
        return await this.#options.granting(async () => {
          this.#written(batch, await complete(this.#engine, batch, this.#options), sentAt);
        });
      } catch (error) {
        if (this.#closed) return this.#drop(batch, error);
        const tries = part && batch.length > 1 ? 0 : internalFailures;
        if (isAboutContent(error) || (isInternal(error) && failures >= tries)) return this.#isolate(batch, error);
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
    // What goes on is known of before that which has led to it is through. Whoever hears of it looks for room in a later microtask.
    if (completion.enqueued > 0) this.#options.onEnqueued();
    this.#tell(results);
    const { succeeded, failed } = completion.finishedRuns;
    if (succeeded > 0) this.#engine.metrics?.runsFinished("succeeded", succeeded);
    if (failed > 0) this.#engine.metrics?.runsFinished("failed", failed);
  }

  async #isolate(batch: FinishedStep[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length > 1) {
      const middle = batch.length >> 1;
      await this.#write(batch.slice(0, middle), true);
      await this.#write(batch.slice(middle), true);
    } else if (only && !isStorageFailure(only)) {
      this.#options.log.error(
        { error, step: only.step.id, run: only.step.runId },
        "a result could not be stored; its step dies",
      );
      const dead = notStorable(only);
      this.#length += lengthOf(dead) - lengthOf(only);
      await this.#write([dead]);
    } else {
      this.#drop(batch, error);
    }
  }

  #drop(batch: FinishedStep[], error: unknown): void {
    this.#options.log.error(
      { error, steps: batch.map(({ step }) => step.id) },
      "results were given up; their leases will expire",
    );
    this.#tell(batch.map((finished) => ({ finished, accepted: false, leased: [], sentAt: 0, givenUp: true })));
  }

  /** There is room for others before anybody is told that there may be. */
  #tell(results: readonly WrittenResult[]): void {
    for (const { finished } of results) this.#length -= lengthOf(finished);
    this.#options.onWritten(results);
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
