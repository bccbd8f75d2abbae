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

it("gives way only while steps go ahead of it, until what came is done, and then goes on for as long", async () => {
  const goesOn = vi.fn();
  const pace = new Pace(goesOn);
  pace.giveWay();
  expect(pace.givingWay).toBeUndefined();
  pace.ahead();
  pace.giveWay();
  const over = pace.givingWay;
  expect(over).toBeInstanceOf(Promise);
  vi.advanceTimersByTime(6);
  pace.goOn();
  await over;
  expect(pace.givingWay).toBeUndefined();
  expect(goesOn).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5);
  pace.giveWay();
  expect(pace.givingWay).toBeUndefined();
  vi.advanceTimersByTime(1);
  pace.giveWay();
  expect(pace.givingWay).toBeInstanceOf(Promise);
});

it("gives way for ten milliseconds at most, however often it is asked to, and for half of the time in all", () => {
  const pace = new Pace();
  let givingWay = 0;
  for (let millisecond = 0; millisecond < 1_000; millisecond++) {
    pace.ahead();
    pace.giveWay();
    if (pace.givingWay) givingWay++;
    vi.advanceTimersByTime(1);
  }
  expect(givingWay).toBe(500);
});

it("goes on once, whoever says so", () => {
  const goesOn = vi.fn();
  const pace = new Pace(goesOn);
  pace.goOn();
  expect(goesOn).not.toHaveBeenCalled();
  pace.ahead();
  pace.giveWay();
  pace.goOn();
  pace.goOn();
  vi.advanceTimersByTime(20);
  expect(goesOn).toHaveBeenCalledOnce();
});
