/** How long steps that answer at once may follow one another, before heartbeats and others' answers have their turn. */
const longestTurnMs = 20;

/** The time that one turn of the event loop may take, however many batches of steps begin in it. */
export class Turn {
  /** monotonic; undefined: none of this turn has begun */
  #endsAt: number | undefined;

  /** Asked before each step; the first question of a turn begins it. */
  isOver(): boolean {
    const now = performance.now();
    if (this.#endsAt === undefined) {
      this.#endsAt = now + longestTurnMs;
      setImmediate(() => {
        this.#endsAt = undefined;
      });
    }
    return now > this.#endsAt;
  }

  /** Resolves in the next turn. */
  next(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
