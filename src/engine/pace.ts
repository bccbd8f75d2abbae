/** For this long after a step that was ahead of a long queue others are expected. */
const aheadMs = 300;

/** Steps in a statement while there are such; docs/performance.md has what was tried. */
const smallBatch = 25;

/** After a full batch nothing of the queue is written for this share of the time that its statement took. */
const restShare = 0.5;

/** Longer than statements of small batches take, unless it is the disk that they wait for, or others. */
const longestRestMs = 10;

/**
 * How much of a long queue is worked off with one statement. Large batches cost least; but whatever is to go ahead of the queue
 * waits, at each of its own statements, for the cores and the disk that those of the queue have taken. So while small runs
 * come in beside a long queue its batches are small, and with a rest between them.
 */
export class Pace {
  #gentle = false;
  #timer: NodeJS.Timeout | undefined;

  /** A step was executed that is ahead of a long queue. */
  ahead(): void {
    this.#gentle = true;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#resume(), aheadMs).unref();
  }

  /** Steps that are ahead of a long queue come in. */
  get isGentle(): boolean {
    return this.#gentle;
  }

  /** How many steps go into a statement, of as many as would go into a large one. */
  batchOf(largeBatch: number): number {
    return this.#gentle ? Math.min(smallBatch, largeBatch) : largeBatch;
  }

  /** How long nothing of the queue is written after a statement that took so long. */
  restMs(tookMs: number): number {
    return this.#gentle ? Math.min(tookMs * restShare, longestRestMs) : 0;
  }

  #resume(): void {
    this.#gentle = false;
    this.#timer = undefined;
  }
}
