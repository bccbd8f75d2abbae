/** How much one step weighs in the share of steps that wait: some thirty of another kind turn it around. */
const weight = 1 / 32;

/** How much one release weighs in the time between two. */
const releaseWeight = 1 / 16;

/** Steps are claimed ahead for slots that are likely to be free within this time: a few claims' round trips. */
const soonMs = 20;

/**
 * How many steps may wait for something outside at a time. A step needs a slot from when it begins to wait until it is
 * executed; one that is done at once (a pure node, a delay) needs none. Nobody knows before a claim which kind it will
 * bring. So the share of those that waited lately says how many steps may be claimed for the slots that are free; when
 * the kinds change, what finds no slot goes back, unburnt, before anything of it has begun.
 *
 * Where slots become free one after the other within milliseconds, a claim for each would leave each empty for a round trip.
 * So a few steps are claimed for those that are about to become free, and wait in line; where steps take their time, none.
 */
export class Slots {
  readonly #limit: number;
  readonly #now: () => number;
  #held = 0;
  #unstarted = 0;
  #inLine = 0;
  #waitingShare = 1;
  /** milliseconds between two releases; unknown before the second */
  #releaseIntervalMs = Number.POSITIVE_INFINITY;
  #releasedAt: number | undefined;

  constructor(limit = Number.POSITIVE_INFINITY, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Slots of steps that wait. */
  get held(): number {
    return this.#held;
  }

  /** Slots that nobody holds, and no claimed step may still ask for. */
  get free(): number {
    return Math.max(0, this.#limit - this.#held - this.#unstarted);
  }

  /** How many steps are likely to fill the slots that are free, or about to be; not before it is worth a claim. */
  get claimable(): number {
    const soon = this.#soonFree;
    const openings = this.#limit - this.#held - this.#unstarted - this.#inLine + soon;
    return openings > soon / 2 ? Math.floor(openings / this.#waitingShare) : 0;
  }

  /** Whether a step that finds no slot is likely to get one soon. Twice as many as were claimed for: the rate is a guess. */
  get lineIsOpen(): boolean {
    return this.#inLine < 2 * this.#soonFree;
  }

  /** At the rate of the last releases, which a pause since then corrects. */
  get #soonFree(): number {
    if (this.#releasedAt === undefined) return 0;
    const intervalMs = Math.max(this.#releaseIntervalMs, this.#now() - this.#releasedAt);
    return Math.floor(Math.min(soonMs / intervalMs, this.#held));
  }

  /** Steps were claimed that have not begun. */
  claimed(steps: number): void {
    this.#unstarted += steps;
  }

  /** One of them is about to begin, or never will. */
  starting(): void {
    this.#unstarted--;
  }

  /** What kind of step it turned out to be. */
  learn(waits: boolean): void {
    this.#waitingShare += ((waits ? 1 : 0) - this.#waitingShare) * weight;
  }

  /** Whether a step that may have to wait can begin. */
  get available(): boolean {
    return this.#held < this.#limit;
  }

  take(): void {
    this.#held++;
  }

  release(): void {
    this.#held--;
    const now = this.#now();
    if (this.#releasedAt !== undefined) {
      const intervalMs = now - this.#releasedAt;
      this.#releaseIntervalMs = Number.isFinite(this.#releaseIntervalMs)
        ? this.#releaseIntervalMs + (intervalMs - this.#releaseIntervalMs) * releaseWeight
        : intervalMs;
    }
    this.#releasedAt = now;
  }

  enterLine(): void {
    this.#inLine++;
  }

  leaveLine(): void {
    this.#inLine--;
  }
}
