import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ClaimedStep } from "./claim";
import { GivingWay } from "./giving-way";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// Only which step it is counts.
const step = () => ({}) as ClaimedStep;

it("lasts from a notice until somebody has looked, and what was found is through", async () => {
  const onOver = vi.fn();
  const way = new GivingWay(onOver);
  expect(way.over).toBeUndefined();
  way.begin();
  const { over } = way;
  expect(over).toBeInstanceOf(Promise);
  const [one, other] = [step(), step()];
  way.goesAhead(one);
  way.goesAhead(other);
  way.answered();
  way.through(one);
  expect(way.over).toBe(over);
  way.through(other);
  expect(way.over).toBeUndefined();
  expect(onOver).toHaveBeenCalledOnce();
  await over;
});

it("is over at once when nothing was found", () => {
  const way = new GivingWay();
  way.begin();
  way.answered();
  expect(way.over).toBeUndefined();
});

it("is not over when what came before is through, as long as nobody has looked", () => {
  const way = new GivingWay();
  const before = step();
  way.goesAhead(before);
  way.begin();
  way.through(before);
  expect(way.over).toBeInstanceOf(Promise);
  way.answered();
  expect(way.over).toBeUndefined();
});

it("lasts for what another notice tells of meanwhile, too", () => {
  const way = new GivingWay();
  const found = step();
  way.begin();
  way.goesAhead(found);
  way.answered();
  way.begin();
  way.through(found);
  expect(way.over).toBeInstanceOf(Promise);
  way.answered();
  expect(way.over).toBeUndefined();
});

it("has nothing to do with steps that do not go ahead", () => {
  const way = new GivingWay();
  const found = step();
  way.begin();
  way.goesAhead(found);
  way.answered();
  way.through(step());
  expect(way.over).toBeInstanceOf(Promise);
});

it("ends after ten milliseconds, however often a notice comes, and afterwards the queue has as long", () => {
  const way = new GivingWay();
  let milliseconds = 0;
  for (let millisecond = 0; millisecond < 1_000; millisecond++) {
    way.begin();
    if (way.over) milliseconds++;
    vi.advanceTimersByTime(1);
  }
  expect(milliseconds).toBe(500);
});

it("leaves the queue as long as it has lasted", () => {
  const way = new GivingWay();
  way.begin();
  vi.advanceTimersByTime(6);
  way.answered();
  vi.advanceTimersByTime(5);
  way.begin();
  expect(way.over).toBeUndefined();
  vi.advanceTimersByTime(1);
  way.begin();
  expect(way.over).toBeInstanceOf(Promise);
});

it("does not wait again for what did not come through in time", () => {
  const way = new GivingWay();
  const held = step();
  way.begin();
  way.goesAhead(held);
  way.answered();
  vi.advanceTimersByTime(10);
  expect(way.over).toBeUndefined();
  vi.advanceTimersByTime(10);
  way.begin();
  expect(way.over).toBeInstanceOf(Promise);
  way.answered();
  expect(way.over).toBeUndefined();
});

it("ends once, whoever says so", () => {
  const onOver = vi.fn();
  const way = new GivingWay(onOver);
  way.end();
  expect(onOver).not.toHaveBeenCalled();
  way.begin();
  way.end();
  way.end();
  vi.advanceTimersByTime(20);
  expect(onOver).toHaveBeenCalledOnce();
});
