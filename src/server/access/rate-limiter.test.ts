import { describe, expect, it } from "vitest";
import { RateLimiter } from "./rate-limiter";

describe("the rate limiter", () => {
  function limiter(perMinute: number, maximumCallers?: number) {
    const clock = { now: 0 };
    const options = { perMinute, now: () => clock.now, ...(maximumCallers === undefined ? {} : { maximumCallers }) };
    return { clock, limit: new RateLimiter(options) };
  }

  it("lets a tenth of a minute's requests through at once, then one each time that one is due", () => {
    const { clock, limit } = limiter(60);
    expect(Array.from({ length: 7 }, () => limit.take(["a"]))).toEqual([0, 0, 0, 0, 0, 0, 1_000]);
    clock.now = 400;
    expect(limit.take(["a"])).toBeCloseTo(600);
    clock.now = 1_000;
    expect(limit.take(["a"])).toBe(0);
    expect(limit.take(["a"])).toBeCloseTo(1_000);
  });

  it("counts callers apart, and a request of two callers for both or for neither", () => {
    const { limit } = limiter(10);
    expect(limit.take(["a"])).toBe(0);
    expect(limit.take(["b", "a"])).toBe(6_000);
    expect(limit.take(["b"])).toBe(0);
    expect(limit.take(["b"])).toBe(6_000);
  });

  it("never saves up more than the tenth", () => {
    const { clock, limit } = limiter(20);
    limit.take(["a"]);
    clock.now = 1e9;
    expect(Array.from({ length: 3 }, () => limit.take(["a"]))).toEqual([0, 0, 3_000]);
  });

  it("remembers so many callers and no more, those that asked last", () => {
    const { limit } = limiter(10, 100);
    expect(limit.take(["steady"])).toBe(0);
    for (let caller = 0; caller < 5_000; caller++) {
      limit.take([`caller ${caller}`]);
      expect(limit.take(["steady"])).toBe(6_000);
    }
    expect(limit.take(["caller 4999"])).toBe(6_000);
    expect(limit.take(["caller 4000"])).toBe(0);
  });
});
