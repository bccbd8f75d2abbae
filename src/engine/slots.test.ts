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

  describe("that are free again within milliseconds", () => {
    /** Slots that are all held, and of which one was released and taken again every so often, twenty times. */
    function releasing(limit: number, everyMs: number) {
      const clock = { ms: 0 };
      const slots = new Slots(limit, () => clock.ms);
      for (let step = 0; step < limit; step++) slots.take();
      for (let step = 0; step < 20; step++) {
        clock.ms += everyMs;
        slots.release();
        slots.take();
      }
      return { slots, clock };
    }

    it("are claimed for ahead, as many as are free within twenty", () => {
      expect(releasing(20, 2).slots.claimable).toBe(10);
      expect(releasing(20, 4).slots.claimable).toBe(5);
    });

    it("are not claimed for ahead beyond as many as there are", () => {
      expect(releasing(20, 0.1).slots.claimable).toBe(20);
    });

    it("are claimed for again when half of those who waited have gone", () => {
      const { slots } = releasing(20, 2);
      for (let step = 0; step < 10; step++) slots.enterLine();
      expect(slots.claimable).toBe(0);
      for (let step = 0; step < 5; step++) slots.leaveLine();
      expect(slots.claimable).toBe(0);
      slots.leaveLine();
      expect(slots.claimable).toBe(6);
    });

    it("are always claimed for where one is free already", () => {
      const { slots } = releasing(20, 2);
      for (let step = 0; step < 10; step++) slots.enterLine();
      for (let step = 0; step < 10; step++) slots.leaveLine();
      slots.release();
      expect(slots.claimable).toBeGreaterThan(0);
    });

    it("are no longer expected once none has been free for a while", () => {
      const { slots, clock } = releasing(20, 2);
      expect(slots.lineIsOpen).toBe(true);
      clock.ms += 15;
      expect(slots.claimable).toBe(1);
      clock.ms += 10;
      expect([slots.claimable, slots.lineIsOpen]).toEqual([0, false]);
    });

    it("are not expected where steps take their time, nor before two were released", () => {
      expect(releasing(20, 100).slots.claimable).toBe(0);
      const slots = new Slots(2, () => 0);
      slots.take();
      slots.take();
      slots.release();
      slots.take();
      expect([slots.claimable, slots.lineIsOpen]).toEqual([0, false]);
    });

    it("let twice as many wait as were claimed for, and no more", () => {
      const { slots } = releasing(20, 4);
      for (let step = 0; step < 10; step++) {
        expect(slots.lineIsOpen).toBe(true);
        slots.enterLine();
      }
      expect(slots.lineIsOpen).toBe(false);
    });
  });
});
