import { describe, expect, it } from "vitest";
import type { StepOverview } from "@/contracts/run-view";
import { overviewStep } from "./testing/overview-step";
import { placeOf, stretchesOf, ticksOf } from "./waterfall";

const zero = Date.parse("2026-03-01T12:00:00.000Z");
const at = (seconds: number) => new Date(zero + seconds * 1_000).toISOString();
const error = { code: "http_status", message: "It answered 500." };

/** The stretches in seconds from the start. */
function shown(change: Partial<StepOverview>, now: number) {
  const step = overviewStep("a", { node_type: "http_request", ...change });
  return stretchesOf(step, zero + now * 1_000).map(({ kind, from, to }) => [
    kind,
    (from - zero) / 1_000,
    (to - zero) / 1_000,
  ]);
}

describe("stretchesOf", () => {
  it("shows every try, and the backoff between them", () => {
    const attempts = [
      { attempt: 1, started_at: at(0), finished_at: at(1), error },
      { attempt: 2, started_at: at(3), finished_at: at(4), error: null },
    ];
    expect(shown({ attempts, started_at: at(0), finished_at: at(4) }, 9)).toEqual([
      ["failed", 0, 1],
      ["backoff", 1, 3],
      ["work", 3, 4],
    ]);
  });

  it("shows the wait for the next try up to now, and after it the queue", () => {
    const attempts = [{ attempt: 1, started_at: at(0), finished_at: at(1), error }];
    const waiting = { status: "pending", attempts, started_at: at(0), next_retry_at: at(5) } as const;
    expect(shown(waiting, 3)).toEqual([
      ["failed", 0, 1],
      ["backoff", 1, 3],
    ]);
    expect(shown(waiting, 7)).toEqual([
      ["failed", 0, 1],
      ["backoff", 1, 5],
      ["queued", 5, 7],
    ]);
  });

  it("shows a delay, done or not, and one that is due", () => {
    const delay = { node_type: "delay", started_at: at(0) } as const;
    expect(shown({ ...delay, finished_at: at(5) }, 9)).toEqual([["delay", 0, 5]]);
    expect(shown({ ...delay, status: "pending", next_retry_at: at(5) }, 3)).toEqual([["delay", 0, 3]]);
    expect(shown({ ...delay, status: "pending", next_retry_at: at(5) }, 8)).toEqual([
      ["delay", 0, 5],
      ["queued", 5, 8],
    ]);
  });

  it("shows what is running, what was cancelled, and what nobody has begun", () => {
    const attempts = [{ attempt: 1, started_at: at(1), finished_at: null, error: null }];
    expect(shown({ status: "running", attempts }, 4)).toEqual([["running", 1, 4]]);
    const ended = [{ attempt: 1, started_at: at(1), finished_at: at(2), error: null }];
    expect(shown({ status: "cancelled", attempts: ended }, 4)).toEqual([["cancelled", 1, 2]]);
    expect(shown({ status: "pending", next_retry_at: at(1) }, 4)).toEqual([["queued", 1, 4]]);
    expect(shown({ status: "blocked" }, 4)).toEqual([]);
  });
});

describe("the axis", () => {
  it("has round times, as many as fit", () => {
    expect(ticksOf({ start: zero, end: zero + 4_300 }, 5)).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
    expect(ticksOf({ start: zero, end: zero + 95_000 }, 4)).toEqual([0, 30_000, 60_000, 90_000]);
    expect(ticksOf({ start: zero, end: zero }, 4)).toEqual([0, 1]);
    for (const length of [1, 7, 999, 12_345, 86_400_000, 40 * 86_400_000]) {
      expect(ticksOf({ start: 0, end: length }, 4).length).toBeLessThanOrEqual(5);
    }
  });

  it("places a stretch within the span", () => {
    expect(placeOf({ from: 25, to: 75 }, { start: 0, end: 100 })).toEqual({ left: 25, width: 50 });
    expect(placeOf({ from: -50, to: 500 }, { start: 0, end: 100 })).toEqual({ left: 0, width: 100 });
  });
});
