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
function busySlots(): Slots {
  const slots = new Slots(2);
  slots.take();
  slots.take();
  for (let change = 0; change < 5; change++) {
    vi.advanceTimersByTime(2);
    slots.release();
    slots.take();
  }
  return slots;
}

describe("the line for a slot", () => {
  it("serves who came first, once there is a slot", () => {
    const slots = busySlots();
    const line = new SlotLine(slots, () => undefined);
    const [first, second] = [step(), step()];
    expect([line.enter(first), line.enter(second)]).toEqual([true, true]);
    expect(line.next()).toBeUndefined();
    slots.release();
    expect(line.next()).toBe(first);
    slots.take();
    expect(line.next()).toBeUndefined();
    slots.release();
    expect(line.next()).toBe(second);
    expect(line.next()).toBeUndefined();
  });

  it("is closed where no slot is expected soon", () => {
    const slots = busySlots();
    const line = new SlotLine(slots, () => undefined);
    vi.advanceTimersByTime(1_000);
    expect(line.enter(step())).toBe(false);
  });

  it("sends away who has waited for too long, and only those", () => {
    const slots = busySlots();
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
    slots.release();
    expect(line.next()).toBeUndefined();
  });

  it("sends all away when it closes, and lets nobody in any more", () => {
    const slots = busySlots();
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
