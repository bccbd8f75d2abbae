/** For this long after a step that was ahead of a long queue others are expected. */
const aheadMs = 300;

/** Steps in a statement while there are such; docs/performance.md has what was tried. */
const smallBatch = 25;

/** After a full batch nothing of the queue is written for this share of the time that its statement took. */
const restShare = 0.5;

/** Of a rest, and of giving way. Statements of small batches take less, unless it is the disk that they wait for, or others. */
const longestRestMs = 10;

/**
 * How much of a long queue is worked off with one statement, and when. Large batches cost least; but whatever is to go ahead of
 * the queue waits, at each of its own statements, for the cores and the disk that those of the queue have taken. So while small
 * runs come in beside a long queue its batches are small, and with a rest between them; and it gives way to each of them: from the
 * notice until its results are written nothing of the queue is claimed or written. That ends after ten milliseconds at the
 * latest, and then the queue has as long: whoever goes ahead can slow it down, and not stop it.
 */
export class Pace {
  readonly #onGoingOn: () => void;
  #gentle = false;
  #timer: NodeJS.Timeout | undefined;
  #giving: { since: number; over: Promise<void>; end(): void; timer: NodeJS.Timeout } | undefined;
  /** monotonic */
  #mayGiveWayAt = 0;

  /** @param onGoingOn called when the queue goes on after it has given way */
  constructor(onGoingOn: () => void = () => undefined) {
    this.#onGoingOn = onGoingOn;
  }

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

  /** How long nothing of the queue is written after a statement that took so long. */
  restMs(tookMs: number): number {
    return this.#gentle ? Math.min(tookMs * restShare, longestRestMs) : 0;
  }

  /** Something may have come that is to go ahead. */
  giveWay(): void {
    const since = performance.now();
    if (!this.#gentle || this.#giving || since < this.#mayGiveWayAt) return;
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#giving = { since, over, end, timer: setTimeout(() => this.goOn(), longestRestMs) };
  }

  /** Settled when the queue goes on; undefined: it does not give way. */
  get givingWay(): Promise<void> | undefined {
    return this.#giving?.over;
  }

  /** What went ahead is done, or there was nothing. */
  goOn(): void {
    if (!this.#giving) return;
    const { since, end, timer } = this.#giving;
    clearTimeout(timer);
    this.#giving = undefined;
    const now = performance.now();
    this.#mayGiveWayAt = now + (now - since);
    end();
    this.#onGoingOn();
  }

  #resume(): void {
    this.#gentle = false;
    this.#timer = undefined;
  }
}
