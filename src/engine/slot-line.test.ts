import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PreparedStep } from "./prepare";
import { SlotLine } from "./slot-line";
import { Slots } from "./slots";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// The line looks at nothing of a step but who it is.
const step = (): PreparedStep => Object.freeze({}) as PreparedStep;

/** Two slots, both held, that change hands every two milliseconds. */
function busySlots() {
  const slots = new Slots(2);
  const holders: object[] = [];
  const take = (): void => {
    const holder = {};
    holders.push(holder);
    slots.take(holder);
  };
  const release = (): void => slots.release(holders.shift() ?? {});
  take();
  take();
  for (let change = 0; change < 5; change++) {
    vi.advanceTimersByTime(2);
    release();
    take();
  }
  return { slots, take, release };
}

describe("the line for a slot", () => {
  it("serves who came first, once there is a slot", () => {
    const { slots, take, release } = busySlots();
    const line = new SlotLine(slots, () => undefined);
    const [first, second] = [step(), step()];
    expect([line.enter(first), line.enter(second)]).toEqual([true, true]);
    expect(line.next()).toBeUndefined();
    release();
    expect(line.next()).toBe(first);
    take();
    expect(line.next()).toBeUndefined();
    release();
    expect(line.next()).toBe(second);
    expect(line.next()).toBeUndefined();
  });

  it("is closed where no slot is expected soon", () => {
    const { slots } = busySlots();
    const line = new SlotLine(slots, () => undefined);
    vi.advanceTimersByTime(1_000);
    expect(line.enter(step())).toBe(false);
  });

  it("sends away who has waited for too long, and only those", () => {
    const { slots, release } = busySlots();
    const sentAway: PreparedStep[] = [];
    const line = new SlotLine(slots, (prepared) => sentAway.push(prepared));
    const [first, second] = [step(), step()];
    line.enter(first);
    vi.advanceTimersByTime(8);
    line.enter(second);
    vi.advanceTimersByTime(92);
    expect(sentAway).toEqual([first]);
    vi.advanceTimersByTime(8);
    expect(sentAway).toEqual([first, second]);
    release();
    expect(line.next()).toBeUndefined();
  });

  it("sends all away when it closes, and lets nobody in any more", () => {
    const { slots } = busySlots();
    const sentAway: PreparedStep[] = [];
    const line = new SlotLine(slots, (prepared) => sentAway.push(prepared));
    const waiting = step();
    line.enter(waiting);
    line.close();
    expect(sentAway).toEqual([waiting]);
    expect(line.enter(step())).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(sentAway).toEqual([waiting]);
  });
});
