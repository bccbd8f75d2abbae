import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HostGate, type Visit, type VisitEnd } from "./host-gate";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gateOf = (perHost: number, perSilentHost: number) => new HostGate({ perHost, perSilentHost });

async function enter(gate: HostGate, host: string): Promise<Visit> {
  const visit = await gate.tryEnter(host);
  if ("waitMs" in visit) throw new Error(`${host} is full.`);
  return visit;
}

async function isFull(gate: HostGate, host: string): Promise<boolean> {
  const visit = await gate.tryEnter(host);
  if ("waitMs" in visit) return true;
  visit.leave("abandoned");
  return false;
}

async function visitTimes(gate: HostGate, times: number, end: VisitEnd, takingMs = 0): Promise<void> {
  for (let time = 0; time < times; time++) {
    const visit = await enter(gate, "a");
    vi.advanceTimersByTime(takingMs);
    visit.leave(end);
  }
}

const enterTimes = async (gate: HostGate, times: number): Promise<Visit[]> => {
  const visits: Visit[] = [];
  for (let time = 0; time < times; time++) visits.push(await enter(gate, "a"));
  return visits;
};

describe("a host", () => {
  it("has so many visits at a time, and others are not touched by it", async () => {
    const gate = gateOf(2, 1);
    const visits = await enterTimes(gate, 2);
    expect(await isFull(gate, "a")).toBe(true);
    expect(await isFull(gate, "b")).toBe(false);
    visits[0]?.leave("answered");
    expect(await isFull(gate, "a")).toBe(false);
  });

  it("has few once it has been silent five times in a row, and all again with its first answer", async () => {
    const gate = gateOf(4, 1);
    await visitTimes(gate, 4, "silent");
    await visitTimes(gate, 1, "answered");
    await visitTimes(gate, 4, "silent");
    await visitTimes(gate, 9, "abandoned");
    const before = await enterTimes(gate, 2);
    await visitTimes(gate, 1, "silent");
    expect(await isFull(gate, "a")).toBe(true);
    for (const visit of before) visit.leave("abandoned");
    const probe = await enter(gate, "a");
    expect(await isFull(gate, "a")).toBe(true);
    vi.advanceTimersByTime(1_000);
    probe.leave("answered");
    expect(await enterTimes(gate, 4)).toHaveLength(4);
    expect(await isFull(gate, "a")).toBe(true);
  });

  it("may be entered by who is on the way already, which counts", async () => {
    const gate = gateOf(1, 1);
    const visits = [gate.enter("a"), gate.enter("a")];
    visits[0]?.leave("answered");
    expect(await isFull(gate, "a")).toBe(true);
    visits[1]?.leave("answered");
    expect(await isFull(gate, "a")).toBe(false);
  });
});

describe("whoever comes to a full host that is quick", () => {
  /** Full, with so many in its line, each of whom tells what became of it. */
  async function fullWithLine(gate: HostGate, places: number, inLine: number) {
    await visitTimes(gate, 1, "answered", 100);
    const visits = await enterTimes(gate, places);
    const told: string[] = [];
    const waiting = Array.from({ length: inLine }, async (_, index) => {
      const entered = await gate.tryEnter("a");
      told.push(`${index} ${"waitMs" in entered ? "is sent away" : "enters"}`);
      return entered;
    });
    await vi.advanceTimersByTimeAsync(0);
    return { visits, waiting, told };
  }

  it("takes the next places in the order of coming, before anybody who comes later", async () => {
    const gate = gateOf(2, 1);
    const { visits, told } = await fullWithLine(gate, 2, 2);
    expect(told).toEqual([]);
    visits[0]?.leave("answered");
    const late = gate.tryEnter("a");
    visits[1]?.leave("answered");
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(["0 enters", "1 enters"]);
    await vi.advanceTimersByTimeAsync(250);
    expect(await late).toHaveProperty("waitMs");
  });

  it("never makes more visits of it than it may have", async () => {
    const gate = gateOf(2, 1);
    const { visits, told } = await fullWithLine(gate, 2, 1);
    const redirected = gate.enter("a");
    visits[0]?.leave("answered");
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([]);
    redirected.leave("answered");
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(["0 enters"]);
  });

  it("is sent away after a moment, because the host may have died meanwhile; who comes then is not even let wait", async () => {
    const gate = gateOf(3, 1);
    const { told } = await fullWithLine(gate, 3, 3);
    await vi.advanceTimersByTimeAsync(249);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(["0 is sent away", "1 is sent away", "2 is sent away"]);
    expect(await gate.tryEnter("a")).toHaveProperty("waitMs");
  });

  it("is sent away as soon as one visit ends without an answer", async () => {
    const gate = gateOf(2, 1);
    const { visits, told } = await fullWithLine(gate, 2, 2);
    visits[0]?.leave("silent");
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(["0 is sent away", "1 is sent away"]);
  });

  it("is not let wait in a line that is longer than the host has places", async () => {
    const gate = gateOf(1, 1);
    await fullWithLine(gate, 1, 1);
    expect(await gate.tryEnter("a")).toHaveProperty("waitMs");
  });

  it("leaves no timer behind", async () => {
    const gate = gateOf(1, 1);
    const { visits, waiting } = await fullWithLine(gate, 1, 1);
    visits[0]?.leave("answered");
    await Promise.all(waiting);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("whoever is turned away", () => {
  const waits = async (gate: HostGate, times: number): Promise<number[]> => {
    const told: number[] = [];
    for (let time = 0; time < times; time++) {
      const answer = await gate.tryEnter("a");
      told.push("waitMs" in answer ? answer.waitMs : 0);
    }
    return told;
  };

  it("is told to come back one after the other, as the host gets its visits done", async () => {
    const gate = gateOf(2, 1);
    await visitTimes(gate, 50, "answered", 1_000);
    await enterTimes(gate, 2);
    const told = await waits(gate, 4);
    for (const [index, wait] of told.entries()) expect(wait).toBeCloseTo(500 * (index + 1), 0);
    vi.advanceTimersByTime(400);
    expect((await waits(gate, 1))[0]).toBeCloseTo(2_100, 0);
  });

  it("is never told to hammer, nor to stay away for longer than twenty seconds", async () => {
    const gate = gateOf(1, 1);
    const slow = await enter(gate, "a");
    expect(await waits(gate, 20)).toEqual(Array(20).fill(100));
    vi.advanceTimersByTime(5_000);
    expect(await waits(gate, 2)).toEqual([5_000, 10_000]);
    vi.advanceTimersByTime(300_000);
    slow.leave("silent");
    await enter(gate, "a");
    expect((await waits(gate, 1_000)).at(-1)).toBe(20_000);
  });
});

it("remembers so many hosts and no more", async () => {
  const gate = new HostGate({ perHost: 1, perSilentHost: 1 });
  for (let host = 0; host < 50_000; host++) gate.enter(`host ${host}`).leave("silent");
  expect(await isFull(gate, "host 1")).toBe(false);
});
