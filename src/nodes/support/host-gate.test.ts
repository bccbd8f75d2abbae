import { describe, expect, it } from "vitest";
import { HostGate, type Visit, type VisitEnd } from "./host-gate";

function gateOf(perHost: number, perSilentHost: number) {
  const clock = { now: 1_000 };
  return { clock, gate: new HostGate({ perHost, perSilentHost, now: () => clock.now }) };
}

function enter(gate: HostGate, host: string): Visit {
  const visit = gate.tryEnter(host);
  if ("waitMs" in visit) throw new Error(`${host} is full.`);
  return visit;
}

const isFull = (gate: HostGate, host: string): boolean => {
  const visit = gate.tryEnter(host);
  if ("waitMs" in visit) return true;
  visit.leave("abandoned");
  return false;
};

const visitTimes = (gate: HostGate, times: number, end: VisitEnd): void => {
  for (let time = 0; time < times; time++) enter(gate, "a").leave(end);
};

describe("a host", () => {
  it("has so many visits at a time, and others are not touched by it", () => {
    const { gate } = gateOf(2, 1);
    const visits = [enter(gate, "a"), enter(gate, "a")];
    expect(isFull(gate, "a")).toBe(true);
    expect(isFull(gate, "b")).toBe(false);
    visits[0]?.leave("answered");
    expect(isFull(gate, "a")).toBe(false);
  });

  it("has few once it has been silent five times in a row, and all again with its first answer", () => {
    const { gate, clock } = gateOf(4, 1);
    visitTimes(gate, 4, "silent");
    visitTimes(gate, 1, "answered");
    visitTimes(gate, 4, "silent");
    visitTimes(gate, 9, "abandoned");
    const before = [enter(gate, "a"), enter(gate, "a")];
    visitTimes(gate, 1, "silent");
    expect(isFull(gate, "a")).toBe(true);
    for (const visit of before) visit.leave("abandoned");
    const probe = enter(gate, "a");
    expect(isFull(gate, "a")).toBe(true);
    clock.now += 1_000;
    probe.leave("answered");
    expect(Array.from({ length: 4 }, () => enter(gate, "a"))).toHaveLength(4);
    expect(isFull(gate, "a")).toBe(true);
  });

  it("has as many visits as come while its answers come at once, and not a moment longer", () => {
    const { gate, clock } = gateOf(2, 1);
    const first = enter(gate, "a");
    clock.now += 100;
    first.leave("answered");
    expect(Array.from({ length: 5 }, () => enter(gate, "a"))).toHaveLength(5);
    clock.now += 300;
    expect(isFull(gate, "a")).toBe(true);
  });

  it("may be entered by who is on the way already, which counts", () => {
    const { gate } = gateOf(1, 1);
    const visits = [gate.enter("a"), gate.enter("a")];
    visits[0]?.leave("answered");
    expect(isFull(gate, "a")).toBe(true);
    visits[1]?.leave("answered");
    expect(isFull(gate, "a")).toBe(false);
  });
});

describe("whoever is turned away", () => {
  const waits = (gate: HostGate, times: number): number[] =>
    Array.from({ length: times }, () => {
      const answer = gate.tryEnter("a");
      return "waitMs" in answer ? answer.waitMs : 0;
    });

  it("is told to come back one after the other, as the host gets its visits done", () => {
    const { gate, clock } = gateOf(2, 1);
    for (let time = 0; time < 50; time++) {
      const visit = enter(gate, "a");
      clock.now += 1_000;
      visit.leave("answered");
    }
    enter(gate, "a");
    enter(gate, "a");
    const told = waits(gate, 4);
    for (const [index, wait] of told.entries()) expect(wait).toBeCloseTo(500 * (index + 1), 0);
    clock.now += 400;
    expect(waits(gate, 1)[0]).toBeCloseTo(2_100, 0);
  });

  it("is never told to hammer, nor to stay away for longer than twenty seconds", () => {
    const { gate, clock } = gateOf(1, 1);
    const slow = enter(gate, "a");
    expect(waits(gate, 20)).toEqual(Array(20).fill(100));
    clock.now += 5_000;
    expect(waits(gate, 2)).toEqual([5_000, 10_000]);
    clock.now += 300_000;
    slow.leave("silent");
    enter(gate, "a");
    expect(waits(gate, 1_000).at(-1)).toBe(20_000);
  });
});

it("remembers so many hosts and no more", () => {
  const { gate } = gateOf(1, 1);
  for (let host = 0; host < 50_000; host++) enter(gate, `host ${host}`).leave("silent");
  expect(isFull(gate, "host 1")).toBe(false);
});
