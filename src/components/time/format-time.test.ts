import { afterEach, describe, expect, it, vi } from "vitest";
import { formatCountdown, formatDuration, formatExact, formatRelative, formatToMinute } from "./format-time";

const now = Date.parse("2026-03-01T12:00:00.000Z");

afterEach(() => {
  vi.unstubAllEnvs();
});

const seconds = (count: number) => count * 1_000;

describe("formatRelative", () => {
  it.each([
    [0, "just now"],
    [-4, "just now"],
    [4.9, "just now"],
    [5, "5 s ago"],
    [59.9, "59 s ago"],
    [60, "1 min ago"],
    [3_599, "59 min ago"],
    [7_200, "2 h ago"],
    [86_400, "1 day ago"],
    [86_400 * 3, "3 days ago"],
    [86_400 * 40, "2026-01-20"],
    [-90, "in 1 min"],
  ])("%d seconds ago reads %s", (ago, text) => {
    expect(formatRelative(now - seconds(ago), now)).toBe(text);
  });
});

describe("formatToMinute", () => {
  it("writes the reader's zone or UTC", () => {
    expect(formatToMinute(now, "UTC")).toBe("2026-03-01 12:00");
    const local = new Date(now);
    const hours = String(local.getHours()).padStart(2, "0");
    expect(formatToMinute(now, undefined)).toBe(`2026-03-01 ${hours}:${String(local.getMinutes()).padStart(2, "0")}`);
  });
});

describe("formatDuration", () => {
  it.each([
    [-5, "0 ms"],
    [85.4, "85 ms"],
    [1_000, "1.0 s"],
    [1_290, "1.2 s"],
    [9_999, "9.9 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [65_000, "1 min 5 s"],
    [3_600_000, "1 h"],
    [7_800_000, "2 h 10 min"],
    [86_400_000 * 3 + 3_600_000 * 4, "3 d 4 h"],
  ])("%d ms reads %s", (length, text) => {
    expect(formatDuration(length)).toBe(text);
  });
});

describe("formatCountdown", () => {
  it("counts whole seconds down to now", () => {
    expect([2_001, 2_000, 1, 0, -500].map((left) => formatCountdown(now + left, now))).toEqual([
      "3 s",
      "2 s",
      "1 s",
      "now",
      "now",
    ]);
    expect(formatCountdown(now + 125_000, now)).toBe("2 min 5 s");
  });
});

describe("formatExact", () => {
  it("names the zone and keeps the milliseconds", () => {
    expect(formatExact(now + 7, "UTC")).toBe("1 Mar 2026, 12:00:00.007 UTC");
  });

  it("writes one time after the other, in UTC and as the reader's zone is by then", () => {
    vi.stubEnv("TZ", "Asia/Tokyo");
    expect(formatExact(now, undefined)).toBe("1 Mar 2026, 21:00:00.000 GMT+9");
    expect(formatExact(now, "UTC")).toBe("1 Mar 2026, 12:00:00.000 UTC");
    vi.stubEnv("TZ", "America/New_York");
    expect(formatExact(now + 1, undefined)).toBe("1 Mar 2026, 07:00:00.001 GMT-5");
    expect(formatExact(now + 1, "UTC")).toBe("1 Mar 2026, 12:00:00.001 UTC");
  });
});
