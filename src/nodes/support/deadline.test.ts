import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startDeadline, timeIsOver } from "./deadline";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const nobody = new AbortController().signal;

describe("a deadline", () => {
  it("ends when its time is over", () => {
    const { signal } = startDeadline(1_000, nobody);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toBe(timeIsOver);
  });

  it("stands still while something else is waited for, and then has left what it had", async () => {
    const { signal, pauseFor } = startDeadline(1_000, nobody);
    for (const _ of [1, 2]) {
      vi.advanceTimersByTime(400);
      let goOn = (): void => undefined;
      const paused = pauseFor(new Promise<void>((resolve) => (goOn = resolve)));
      vi.advanceTimersByTime(60_000);
      goOn();
      await paused;
    }
    vi.advanceTimersByTime(199);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toBe(timeIsOver);
  });

  it("passes on why it waited in vain, and ends with the signal that it follows", async () => {
    const outer = new AbortController();
    const { signal, pauseFor } = startDeadline(1_000, outer.signal);
    const reason = new Error("stop");
    await expect(pauseFor(Promise.reject(reason))).rejects.toBe(reason);
    outer.abort(reason);
    expect(signal.reason).toBe(reason);
  });

  it("starts no timer once it is over", async () => {
    const { pauseFor, clear } = startDeadline(1_000, nobody);
    let goOn = (): void => undefined;
    const paused = pauseFor(new Promise<void>((resolve) => (goOn = resolve)));
    clear();
    goOn();
    await paused;
    expect(vi.getTimerCount()).toBe(0);
  });
});
