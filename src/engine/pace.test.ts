import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Pace } from "./pace";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a queue is worked off in large batches", () => {
  const pace = new Pace();
  expect(pace.batchOf(100)).toBe(100);
});

it("while steps go ahead of it in small ones, and for a moment longer", () => {
  const pace = new Pace();
  pace.ahead();
  expect(pace.batchOf(100)).toBe(25);
  vi.advanceTimersByTime(200);
  pace.ahead();
  vi.advanceTimersByTime(299);
  expect(pace.batchOf(100)).toBe(25);
  vi.advanceTimersByTime(1);
  expect(pace.batchOf(100)).toBe(100);
});

it("meanwhile rests after each statement for half as long as it took, or ten milliseconds", () => {
  const pace = new Pace();
  expect(pace.restMs(4)).toBe(0);
  pace.ahead();
  expect([pace.restMs(4), pace.restMs(2_000)]).toEqual([2, 10]);
  vi.advanceTimersByTime(300);
  expect(pace.restMs(4)).toBe(0);
});

it("never in larger ones than were asked for", () => {
  const pace = new Pace();
  pace.ahead();
  expect(pace.batchOf(5)).toBe(5);
});
