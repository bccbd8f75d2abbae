import { describe, expect, it } from "vitest";
import { Slots } from "./slots";

describe("slots", () => {
  it("are claimed for one by one as long as nothing is known of what comes", () => {
    const slots = new Slots(20);
    expect(slots.claimable).toBe(20);
    slots.claimed(15);
    expect([slots.free, slots.claimable]).toEqual([5, 5]);
  });

  it("are free again when what was claimed has begun, and did not wait", () => {
    const slots = new Slots(2);
    slots.claimed(5);
    expect([slots.free, slots.claimable, slots.available]).toEqual([0, 0, true]);
    for (let step = 0; step < 5; step++) slots.starting();
    expect(slots.free).toBe(2);
  });

  it("are kept by what waits until it lets go", () => {
    const slots = new Slots(1);
    slots.claimed(1);
    slots.starting();
    slots.take();
    expect([slots.free, slots.available]).toEqual([0, false]);
    slots.release();
    expect([slots.free, slots.available]).toEqual([1, true]);
  });

  it("let many steps be claimed where few of them wait, and few again where all do", () => {
    const slots = new Slots(20);
    for (let step = 0; step < 200; step++) slots.learn(false);
    expect(slots.claimable).toBeGreaterThan(1_000);
    for (let step = 0; step < 200; step++) slots.learn(true);
    expect(slots.claimable).toBe(20);
    for (let step = 0; step < 1_000; step++) slots.learn(step % 4 === 0);
    expect(slots.claimable).toBeGreaterThan(40);
    expect(slots.claimable).toBeLessThan(160);
  });

  it("have no end where no limit is given", () => {
    const slots = new Slots();
    slots.claimed(1_000);
    expect([slots.free, slots.available]).toEqual([Number.POSITIVE_INFINITY, true]);
  });
});
