import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maximumRetryAfterMs } from "@/core/backoff";
import { parseHttpDate, parseRetryAfter } from "./retry-after";

const now = Date.UTC(2026, 0, 15, 12, 0, 0);
const httpDate = (time: number) => new Date(time).toUTCString();

describe("Retry-After in seconds", () => {
  it.each([
    ["3", 3_000],
    ["  3 ", 3_000],
    ["0", 0],
    ["3600", maximumRetryAfterMs],
    ["3601", maximumRetryAfterMs],
    ["999999999", maximumRetryAfterMs],
    ["9".repeat(400), maximumRetryAfterMs],
  ])("%s", (text, wait) => {
    expect(parseRetryAfter(text, undefined, now)).toBe(wait);
  });

  it.each(["soon", "-5", "+5", "3.5", "3s", "0x10", "", " ", "1e3", "tomorrow", "2030-01-01T00:00:00Z"])(
    "that is junk is ignored: %j",
    (text) => {
      expect(parseRetryAfter(text, undefined, now)).toBeUndefined();
    },
  );

  it("that is not there is ignored", () => {
    expect(parseRetryAfter(undefined, httpDate(now), now)).toBeUndefined();
  });
});

describe("Retry-After as a date", () => {
  it("is measured against the answer's own date, whatever the local clock says", () => {
    for (const wrongClock of [0, now - 1e10, now + 1e10]) {
      expect(parseRetryAfter(httpDate(now + 3_000), httpDate(now), wrongClock)).toBe(3_000);
    }
  });

  it("is measured against the local clock when the answer has no date that can be read, and never comes early", () => {
    expect(parseRetryAfter(httpDate(now + 3_000), undefined, now)).toBe(3_000);
    expect(parseRetryAfter(httpDate(now + 3_000), "now", now + 400)).toBe(3_000);
    expect(parseRetryAfter(httpDate(now + 3_000), undefined, now - 400)).toBe(4_000);
  });

  it("that is past is ignored, and one far ahead is capped", () => {
    expect(parseRetryAfter(httpDate(now), httpDate(now), now)).toBeUndefined();
    expect(parseRetryAfter(httpDate(now - 60_000), undefined, now)).toBeUndefined();
    expect(parseRetryAfter(httpDate(now + 1e9), undefined, now)).toBe(maximumRetryAfterMs);
  });

  it("never asks for less than nothing, nor for more than the cap", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (text, date) => {
        const wait = parseRetryAfter(text, date, now) ?? 0;
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(maximumRetryAfterMs);
      }),
    );
  });
});

describe("an HTTP date", () => {
  it("has three forms", () => {
    const time = Date.UTC(1994, 10, 6, 8, 49, 37);
    expect(parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT")).toBe(time);
    expect(parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT")).toBe(time);
    expect(parseHttpDate("Sun Nov  6 08:49:37 1994")).toBe(time);
  });

  it.each(["Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nop 1994 08:49:37 GMT", "-5", "1"])(
    "has no other: %s",
    (text) => {
      expect(parseHttpDate(text)).toBeUndefined();
    },
  );

  it("of any second is read back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        expect(parseHttpDate(httpDate(seconds * 1_000))).toBe(seconds * 1_000);
      }),
    );
  });
});
