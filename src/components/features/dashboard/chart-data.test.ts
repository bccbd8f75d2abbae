import { describe, expect, it } from "vitest";
import { chartSteps, failureRate, formatRate } from "./chart-data";

describe("chart data", () => {
  it("counts what is under way as unfinished, and rates failures among what succeeded or failed", () => {
    const counts = { pending: 1, running: 2, succeeded: 6, failed: 2, cancelled: 5 };
    expect(chartSteps({ steps: [{ at: "2026-01-31T09:30:00.000Z", counts }] })).toEqual([
      { at: "2026-01-31T09:30:00.000Z", succeeded: 6, failed: 2, cancelled: 5, unfinished: 3, failureRate: 25 },
    ]);
  });

  it("has no rate where nothing succeeded or failed", () => {
    expect(failureRate(0, 0)).toBeNull();
    expect(formatRate(failureRate(0, 0))).toBe("–");
  });

  it.each([
    [0, "0%"],
    [0.004, "0.1%"],
    [1.26, "1.3%"],
    [9.96, "10%"],
    [33.4, "33%"],
    [100, "100%"],
  ])("%f is %s", (rate, text) => {
    expect(formatRate(rate)).toBe(text);
  });
});
