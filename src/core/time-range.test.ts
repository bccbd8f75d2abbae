import { describe, expect, it } from "vitest";
import { timeRanges, timeWindow } from "./time-range";

const now = Date.parse("2026-01-31T09:37:12.345Z");

describe("timeWindow", () => {
  it.each([
    ["1h", "2026-01-31T08:38:00.000Z", 60],
    ["24h", "2026-01-30T10:00:00.000Z", 48],
    ["7d", "2026-01-24T12:00:00.000Z", 56],
    ["30d", "2026-01-02T00:00:00.000Z", 30],
  ] as const)("%s begins at %s", (range, from, steps) => {
    const window = timeWindow(range, now);
    expect(new Date(window.from).toISOString()).toBe(from);
    expect(window.steps).toBe(steps);
  });

  it("ends with the step that is under way, and stays the same throughout it", () => {
    for (const range of timeRanges) {
      const { from, stepMs, steps } = timeWindow(range, now);
      const end = from + steps * stepMs;
      expect(end).toBeGreaterThan(now);
      expect(end - stepMs).toBeLessThanOrEqual(now);
      expect(timeWindow(range, end - 1).from).toBe(from);
      expect(timeWindow(range, end).from).toBe(from + stepMs);
    }
  });
});
