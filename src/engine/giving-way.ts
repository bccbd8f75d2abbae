import type { ClaimedStep } from "./claim";

/** Longer than what goes ahead takes, unless it is the disk that it waits for, or others. */
const longestMs = 10;

/**
 * While small runs come in beside a long queue, the queue gives way to what a notice tells of: until somebody has looked
 * for it, and what was found is written or waits for something outside, neither a claim of the queue begins nor a new batch
 * of its results. That ends after ten milliseconds at the latest, and afterwards nothing is given way to for as long.
 */
export class GivingWay {
  readonly #onOver: () => void;
  /** what goes ahead and has the way at the moment */
  readonly #ahead = new Set<ClaimedStep>();
  #begun: { since: number; over: Promise<void>; settle(): void; timer: NodeJS.Timeout } | undefined;
  /** a notice came, and nobody has looked since */
  #unanswered = false;
  /** monotonic */
  #mayBeginAt = 0;

  /** @param onOver called when the queue may go on */
  constructor(onOver: () => void = () => undefined) {
    this.#onOver = onOver;
  }

  /** Settled when the queue may go on; undefined: it may. */
  get over(): Promise<void> | undefined {
    return this.#begun?.over;
  }

  /** A notice came: for what has come with it, too, if the way is given already. */
  begin(): void {
    this.#unanswered = true;
    const since = performance.now();
    if (this.#begun || since < this.#mayBeginAt) return;
    let settle = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      settle = resolve;
    });
    this.#begun = { since, over, settle, timer: setTimeout(() => this.#timeOut(), longestMs) };
  }

  /** Somebody has looked since the last notice; what was found goes ahead by now. */
  answered(): void {
    this.#unanswered = false;
    this.#endIfThrough();
  }

  goesAhead(step: ClaimedStep): void {
    this.#ahead.add(step);
  }

  /** It is written, or waits for something outside, and takes nothing from others. */
  through(step: ClaimedStep): void {
    if (this.#ahead.delete(step)) this.#endIfThrough();
  }

  end(): void {
    if (!this.#begun) return;
    const { since, settle, timer } = this.#begun;
    clearTimeout(timer);
    this.#begun = undefined;
    const now = performance.now();
    this.#mayBeginAt = now + (now - since);
    settle();
    this.#onOver();
  }

  /** What has not come through by now, for its run is locked, say, is not given way to again. */
  #timeOut(): void {
    this.#ahead.clear();
    this.end();
  }

  #endIfThrough(): void {
    if (!this.#unanswered && this.#ahead.size === 0) this.end();
  }
}
