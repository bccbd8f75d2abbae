/** How much one step weighs in the share of steps that wait: some thirty of another kind turn it around. */
const weight = 1 / 32;

/**
 * How many steps may wait for something outside at a time. A step needs a slot from when it begins to wait until it is
 * executed; one that is done at once (a pure node, a delay) needs none. Nobody knows before a claim which kind it will
 * bring. So the share of those that waited lately says how many steps may be claimed for the slots that are free; when
 * the kinds change, what finds no slot goes back, unburnt, before anything of it has begun.
 */
export class Slots {
  readonly #limit: number;
  #held = 0;
  #unstarted = 0;
  #waitingShare = 1;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** Slots of steps that wait. */
  get held(): number {
    return this.#held;
  }

  /** Slots that nobody holds, and no claimed step may still ask for. */
  get free(): number {
    return Math.max(0, this.#limit - this.#held - this.#unstarted);
  }

  /** How many steps are likely to fill the free slots. */
  get claimable(): number {
    return Math.floor(this.free / this.#waitingShare);
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
  }
}
