export interface KeptReadsOptions {
  /** an answer is not older than this, however cheap it was */
  minimumMs: number;
  /** nor, however expensive, than this when a new one is begun */
  maximumMs: number;
  now?: () => number;
}

/** An expensive answer is kept for as many times as long as it took. */
const restFactor = 10;

interface Kept<Value> {
  value: Promise<Value>;
  /** until then it is the answer; unknown while it is under way */
  freshUntil: number;
}

/**
 * Answers that many pages ask for again and again: one is read at a time for all that ask, and kept for a while, the longer
 * the more it cost. So the pages take a tenth of the database's time at most, however many they are.
 */
export class KeptReads<Value> {
  readonly #options: Required<KeptReadsOptions>;
  readonly #kept = new Map<string, Kept<Value>>();

  constructor(options: KeptReadsOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const { now, minimumMs, maximumMs } = this.#options;
    const known = this.#kept.get(key);
    const startedAt = now();
    if (known && startedAt < known.freshUntil) return known.value;
    const next: Kept<Value> = { value: read(), freshUntil: Number.POSITIVE_INFINITY };
    this.#kept.set(key, next);
    next.value.then(
      () => {
        const endedAt = now();
        next.freshUntil = endedAt + Math.min(maximumMs, Math.max(minimumMs, (endedAt - startedAt) * restFactor));
      },
      () => {
        // A failure is told to those who wait for it, and not kept.
        if (this.#kept.get(key) === next) this.#kept.delete(key);
      },
    );
    return next.value;
  }
}
