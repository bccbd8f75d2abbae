/** How far back a list or a statistic reaches. */
export const timeRanges = ["1h", "24h", "7d", "30d"] as const;
export type TimeRange = (typeof timeRanges)[number];

const minute = 60_000;
const hour = 60 * minute;

const shapes: Record<TimeRange, { stepMs: number; steps: number }> = {
  "1h": { stepMs: minute, steps: 60 },
  "24h": { stepMs: hour / 2, steps: 48 },
  "7d": { stepMs: 3 * hour, steps: 56 },
  "30d": { stepMs: 24 * hour, steps: 30 },
};

export interface TimeWindow {
  /** milliseconds since 1970 */
  from: number;
  stepMs: number;
  steps: number;
}

/**
 * The steps of a range; the last of them has begun and is not over. They begin at full minutes, half hours and so on, so
 * that a chart's bars stay what they are while time goes on, and whatever counts within a range counts the same.
 */
export function timeWindow(range: TimeRange, now: number): TimeWindow {
  const { stepMs, steps } = shapes[range];
  return { from: Math.floor(now / stepMs) * stepMs - (steps - 1) * stepMs, stepMs, steps };
}
