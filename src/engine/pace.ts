/** For this long after a step that was ahead of a long queue others are expected. */
const aheadMs = 300;

/** Steps in a statement while there are such: a fifth of the cost of a hundred, and a fifth of their time. */
const smallBatch = 20;

/**
 * How much of a long queue is worked off with one statement, and with how many at a time. Large batches cost least; but whatever is
 * to go ahead of the queue waits, at each of its own statements, for the cores and the disk that those of the queue have
 * taken. So while small runs come in beside a long queue its batches are small, and one after the other.
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

  /** How many steps go into a statement, of as many as would go into a large one. */
  batchOf(largeBatch: number): number {
    return this.#gentle ? Math.min(smallBatch, largeBatch) : largeBatch;
  }

  /** Statements that may write the queue's results at a time. PostgreSQL has more than one core. */
  get writers(): number {
    return this.#gentle ? 1 : 2;
  }

  #resume(): void {
    this.#gentle = false;
    this.#timer = undefined;
  }
}
