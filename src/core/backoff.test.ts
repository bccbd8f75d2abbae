import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs, maximumRetryAfterMs, retryDelayMs } from "./backoff";

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("backoffMs", () => {
  it("doubles from two seconds, at least half of it", () => {
    expect([1, 2, 3, 4].map((attempt) => backoffMs(attempt, 0))).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(backoffMs(1, 0.5)).toBe(1_500);
  });

  it("stays between half of the exponential wait and the whole, and under the cap", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), chance, (attempt, random) => {
        const exponential = Math.min(300_000, 2_000 * 2 ** (attempt - 1));
        const wait = backoffMs(attempt, random);
        expect(wait).toBeGreaterThanOrEqual(exponential / 2);
        expect(wait).toBeLessThanOrEqual(exponential);
      }),
    );
  });

  it("never shrinks with more attempts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), chance, (attempt, random) => {
        expect(backoffMs(attempt + 1, random)).toBeGreaterThanOrEqual(backoffMs(attempt, random));
      }),
    );
  });
});

describe("retryDelayMs", () => {
  it("is the longer of backoff and what the server asked for, up to an hour", () => {
    expect(retryDelayMs(1_000, undefined)).toBe(1_000);
    expect(retryDelayMs(1_000, 3_000)).toBe(3_000);
    expect(retryDelayMs(5_000, 3_000)).toBe(5_000);
    expect(retryDelayMs(1_000, 999_999_999_000)).toBe(maximumRetryAfterMs);
  });
});
