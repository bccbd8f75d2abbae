import { LRUCache } from "lru-cache";

export interface RateLimiterOptions {
  /** how many requests a minute one caller may make in the long run */
  perMinute: number;
  /** how many of them at once; a tenth by default */
  burst?: number;
  /** callers that are remembered; whoever is forgotten begins anew */
  maximumCallers?: number;
  /** monotonic milliseconds */
  now?: () => number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Token buckets, one for each caller, in the memory of this process. A caller that asks no more costs nothing: its bucket
 * is the first to be forgotten, and a bucket that is full again is the same as none.
 */
export class RateLimiter {
  readonly #buckets: LRUCache<string, Bucket>;
  readonly #capacity: number;
  readonly #perMillisecond: number;
  readonly #now: () => number;

  constructor({
    perMinute,
    burst = Math.ceil(perMinute / 10),
    maximumCallers = 10_000,
    now = () => performance.now(),
  }: RateLimiterOptions) {
    this.#buckets = new LRUCache({ max: maximumCallers });
    this.#capacity = Math.max(1, burst);
    this.#perMillisecond = perMinute / 60_000;
    this.#now = now;
  }

  /**
   * Takes one token from each of the callers' buckets, or from none.
   *
   * @returns 0, or the milliseconds until all of them have one again
   */
  take(callers: readonly string[]): number {
    const now = this.#now();
    const buckets = callers.map((caller) => ({ caller, tokens: this.#tokens(caller, now) }));
    const missing = Math.max(0, ...buckets.map(({ tokens }) => 1 - tokens));
    for (const { caller, tokens } of buckets) {
      this.#buckets.set(caller, { tokens: missing > 0 ? tokens : tokens - 1, filledAt: now });
    }
    return missing / this.#perMillisecond;
  }

  /** Lets a caller begin anew. */
  forget(caller: string): void {
    this.#buckets.delete(caller);
  }

  #tokens(caller: string, now: number): number {
    const bucket = this.#buckets.get(caller);
    if (!bucket) return this.#capacity;
    return Math.min(this.#capacity, bucket.tokens + (now - bucket.filledAt) * this.#perMillisecond);
  }
}
