/** Counts what a peer's handlers have done. */
export class Progress {
  #left = 0;
  #begun: (() => void) | undefined;
  #done: (() => void) | undefined;

  /** Resolves once so many have finished. `begun` is called when the first step of them begins. */
  until(count: number, begun?: () => void): Promise<void> {
    this.#left = count;
    this.#begun = begun;
    return new Promise((resolve) => {
      this.#done = resolve;
    });
  }

  /** Each step calls it before it does anything. */
  begin(): void {
    const begun = this.#begun;
    this.#begun = undefined;
    begun?.();
  }

  /** The last step of a run calls it, and each of those that a step fanned out to. */
  finish(count = 1): void {
    this.#left -= count;
    if (this.#left <= 0) this.#done?.();
  }
}
