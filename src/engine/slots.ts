/** How much one step weighs in the share of steps that wait: some thirty of another kind turn it around. */
const weight = 1 / 32;

/** How far one step moves what is held for typical: seven such steps double it. */
const typicalFactor = 1.1;

/** How much one release weighs in the time between two. */
const releaseWeight = 1 / 16;

/** Steps are claimed ahead for slots that are likely to be free within this time: a few claims' round trips. */
const soonMs = 20;

/** The step that has a slot. */
type Holder = object;

/**
 * How many steps may wait for something outside at a time. A step needs a slot from when it begins to wait until it is
 * executed; one that is done at once (a pure node, a delay) needs none. Nobody knows before a claim which kind it will
 * bring. So the share of those that waited lately says how many steps may be claimed for the slots that are free; when
 * the kinds change, what finds no slot goes back, unburnt, before anything of it has begun.
 *
 * Where slots become free within milliseconds, a claim for each would leave each empty for a round trip. So steps are also
 * claimed for those that are about to become free, and wait in line: for no more than become free in such a time at the rate of
 * the last, and for no more than have been held for nearly as long as is typical. Neither alone would do: many that began
 * together become free together, and where times differ widely many are always at an age at which they may. What has been
 * held for much longer than is typical is not expected back soon.
 */
export class Slots {
  readonly #limit: number;
  readonly #now: () => number;
  /** since when, the longest first; NaN: nobody waits in it at the moment */
  readonly #held = new Map<Holder, number>();
  #unstarted = 0;
  #inLine = 0;
  #waitingShare = 1;
  /** for how long slots are held: about the median of the last; unknown before the first */
  #typicalMs: number | undefined;
  /** milliseconds between two releases; unknown before the second */
  #releaseIntervalMs = Number.POSITIVE_INFINITY;
  #releasedAt: number | undefined;

  constructor(limit = Number.POSITIVE_INFINITY, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Slots of steps that wait. */
  get held(): number {
    return this.#held.size;
  }

  /** Slots that nobody holds, and no claimed step may still ask for. */
  get free(): number {
    return Math.max(0, this.#limit - this.held - this.#unstarted);
  }

  /** How many steps are likely to fill the slots that are free, or about to be; not before it is worth a claim. */
  get claimable(): number {
    return this.#likelyToFill(this.#limit - this.held - this.#unstarted - this.#inLine);
  }

  /** The same for what goes ahead of steps that are claimed and have not begun. */
  get claimableAhead(): number {
    return this.#likelyToFill(this.#limit - this.held - this.#inLine);
  }

  #likelyToFill(free: number): number {
    const soon = this.#soonFree;
    const openings = free + soon;
    return openings > soon / 2 ? Math.floor(openings / this.#waitingShare) : 0;
  }

  /** Whether a step that finds no slot is likely to get one soon. Twice as many as are expected: that is a guess. */
  get lineIsOpen(): boolean {
    return this.#inLine < 2 * this.#soonFree;
  }

  get #soonFree(): number {
    if (this.#typicalMs === undefined || this.#releasedAt === undefined) return 0;
    const now = this.#now();
    // A pause since the last one corrects the rate.
    const atThisRate = soonMs / Math.max(this.#releaseIntervalMs, now - this.#releasedAt);
    if (atThisRate < 1) return 0;
    let soon = 0;
    for (const since of this.#held.values()) {
      const heldMs = now - since;
      if (heldMs + soonMs < this.#typicalMs) break;
      if (heldMs <= 2 * this.#typicalMs + soonMs) soon++;
    }
    return Math.floor(Math.min(soon, atThisRate));
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
    return this.held < this.#limit;
  }

  holds(holder: Holder): boolean {
    return this.#held.has(holder);
  }

  /** It begins to wait, in a slot of its own or in the one that it has. */
  take(holder: Holder): void {
    this.#hold(holder, this.#now());
  }

  /** @param executed false: it was put off, which says nothing about how long steps take */
  release(holder: Holder, executed = true): void {
    if (executed) this.#learnTime(holder);
    if (this.#held.delete(holder) && executed) this.#learnRate();
  }

  /** The holder is executed, and keeps its slot for a successor. */
  keep(holder: Holder): void {
    this.#learnTime(holder);
    this.#hold(holder, Number.NaN);
  }

  /** The successor is there: it has the slot before it begins, and nobody who waits in line gets it. */
  passOn(holder: Holder, successor: Holder): void {
    if (this.#held.delete(holder)) this.#hold(successor, Number.NaN);
  }

  enterLine(): void {
    this.#inLine++;
  }

  leaveLine(): void {
    this.#inLine--;
  }

  #hold(holder: Holder, since: number): void {
    this.#held.delete(holder);
    this.#held.set(holder, since);
  }

  #learnRate(): void {
    const now = this.#now();
    if (this.#releasedAt !== undefined) {
      const intervalMs = now - this.#releasedAt;
      this.#releaseIntervalMs = Number.isFinite(this.#releaseIntervalMs)
        ? this.#releaseIntervalMs + (intervalMs - this.#releaseIntervalMs) * releaseWeight
        : intervalMs;
    }
    this.#releasedAt = now;
  }

  #learnTime(holder: Holder): void {
    const since = this.#held.get(holder);
    if (since === undefined || Number.isNaN(since)) return;
    const heldMs = this.#now() - since;
    this.#typicalMs ??= heldMs;
    this.#typicalMs *= heldMs > this.#typicalMs ? typicalFactor : 1 / typicalFactor;
  }
}
