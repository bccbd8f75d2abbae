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

  it("can be claimed for ahead of what was claimed and has not begun, as far as nobody holds them", () => {
    const slots = new Slots(20);
    slots.claimed(250);
    slots.take({});
    expect([slots.claimable, slots.claimableAhead]).toEqual([0, 19]);
  });

  it("are kept by what waits until it lets go", () => {
    const slots = new Slots(1);
    slots.claimed(1);
    slots.starting();
    const holder = {};
    slots.take(holder);
    expect([slots.free, slots.available]).toEqual([0, false]);
    slots.release(holder);
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

  it("pass on to a successor, which has one before it begins", () => {
    const slots = new Slots(1);
    const [first, second] = [{}, {}];
    slots.take(first);
    slots.keep(first);
    slots.passOn(first, second);
    expect([slots.holds(first), slots.holds(second), slots.available]).toEqual([false, true, false]);
    slots.release(second);
    expect(slots.available).toBe(true);
    slots.passOn(first, second);
    expect(slots.held).toBe(0);
  });

  describe("that are about to be free", () => {
    const clock = { ms: 0 };

    /** Slots that are all held, by steps that began so long ago; before, one was free every so often, and was held for so long. */
    function holding(
      limit: number,
      { tookMs, everyMs = 1 }: { tookMs: number; everyMs?: number },
      agesMs: readonly number[],
    ) {
      clock.ms = 0;
      const slots = new Slots(limit, () => clock.ms);
      const before = Array.from({ length: 60 }, (_, index) => ({
        from: index * everyMs,
        until: index * everyMs + tookMs,
      }));
      const began = 60 * everyMs + tookMs;
      const holders = agesMs.map((ageMs) => ({ from: began - ageMs, until: Number.POSITIVE_INFINITY }));
      const all = [...before, ...holders];
      const events = all.flatMap((holder) => [
        { at: holder.from, happens: () => slots.take(holder) },
        ...(Number.isFinite(holder.until) ? [{ at: holder.until, happens: () => slots.release(holder) }] : []),
      ]);
      for (const { at, happens } of events.sort((one, other) => one.at - other.at)) {
        clock.ms = at;
        happens();
      }
      clock.ms = began;
      return { slots, holders };
    }

    it("are claimed for ahead: those that are held for nearly as long as is typical", () => {
      expect(holding(4, { tookMs: 200 }, [195, 190, 100, 50]).slots.claimable).toBe(2);
      expect(holding(4, { tookMs: 15 }, [12, 8, 4, 0]).slots.claimable).toBe(4);
    });

    it("are claimed for no more than become free at the rate of the last", () => {
      const ages = Array.from({ length: 20 }, () => 12);
      expect(holding(20, { tookMs: 15, everyMs: 4 }, ages).slots.claimable).toBe(5);
      expect(holding(20, { tookMs: 15, everyMs: 30 }, ages).slots.claimable).toBe(0);
    });

    it("are not expected where they began a moment ago, however many were free at once before", () => {
      const { slots } = holding(
        20,
        { tookMs: 300, everyMs: 0 },
        Array.from({ length: 20 }, () => 0),
      );
      expect([slots.claimable, slots.lineIsOpen]).toEqual([0, false]);
      clock.ms += 10;
      expect([slots.claimable, slots.lineIsOpen]).toEqual([0, false]);
    });

    it("are not expected once none has been free for a while", () => {
      const { slots } = holding(4, { tookMs: 15 }, [12, 8, 4, 0]);
      clock.ms += 15;
      expect(slots.claimable).toBe(1);
      clock.ms += 10;
      expect([slots.claimable, slots.lineIsOpen]).toEqual([0, false]);
    });

    it("are not expected from steps that have taken much longer than is typical", () => {
      const { slots } = holding(3, { tookMs: 10 }, [500, 400, 5]);
      expect(slots.claimable).toBe(1);
    });

    it("are not expected because steps were put off", () => {
      clock.ms = 0;
      const slots = new Slots(2, () => clock.ms);
      slots.take({});
      for (let step = 0; step < 50; step++) {
        const holder = {};
        slots.take(holder);
        clock.ms += 1;
        slots.release(holder, false);
      }
      slots.take({});
      expect([slots.claimable, slots.lineIsOpen]).toEqual([0, false]);
    });

    it("are not expected before two were, nor where they are to pass on", () => {
      const { slots, holders } = holding(2, { tookMs: 10 }, [9, 8]);
      for (const holder of holders) slots.keep(holder);
      expect(slots.claimable).toBe(0);
      const unknown = new Slots(1, () => 0);
      const first = {};
      unknown.take(first);
      unknown.release(first);
      unknown.take({});
      expect([unknown.claimable, unknown.lineIsOpen]).toEqual([0, false]);
    });

    it("are claimed for again when half of those who waited have gone, and at once where one is free", () => {
      const { slots, holders } = holding(
        10,
        { tookMs: 10 },
        Array.from({ length: 10 }, () => 5),
      );
      for (let step = 0; step < 10; step++) slots.enterLine();
      expect(slots.claimable).toBe(0);
      for (let step = 0; step < 5; step++) slots.leaveLine();
      expect(slots.claimable).toBe(0);
      slots.leaveLine();
      expect(slots.claimable).toBe(6);
      for (let step = 0; step < 4; step++) slots.leaveLine();
      slots.release(holders[0] ?? {});
      expect(slots.claimable).toBeGreaterThan(0);
    });

    it("let twice as many wait as were expected, and no more", () => {
      const { slots } = holding(4, { tookMs: 10 }, [9, 8, 7, 6]);
      for (let step = 0; step < 8; step++) {
        expect(slots.lineIsOpen).toBe(true);
        slots.enterLine();
      }
      expect(slots.lineIsOpen).toBe(false);
    });
  });
});
