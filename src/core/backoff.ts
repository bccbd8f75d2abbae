/** Waits between tries at a step. */
export const backoffDefaults = { baseMs: 2_000, capMs: 300_000 } as const;

/** The longest wait that a server may ask for with Retry-After. */
export const maximumRetryAfterMs = 3_600_000;

/**
 * Exponential backoff with equal jitter: half of the exponential wait for certain, the other half by chance, so that
 * steps that failed together do not come back together, and none comes back at once.
 *
 * @param attempt the try that just failed, from 1
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 * @returns milliseconds from ½·min(cap, base·2^(attempt−1)) to the whole of it
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function backoffMs(
  attempt: number,
  random: number,
  { baseMs, capMs }: { baseMs: number; capMs: number } = backoffDefaults,
): number {
  const exponential = Math.min(capMs, baseMs * 2 ** Math.min(attempt - 1, 52));
  return Math.round(exponential / 2 + (random * exponential) / 2);
}

/** The wait before the next try: the backoff, or what the server asked for where that is longer, up to the limit. */
export function retryDelayMs(backoff: number, requestedMs: number | undefined): number {
  return Math.max(backoff, Math.min(requestedMs ?? 0, maximumRetryAfterMs));
}
