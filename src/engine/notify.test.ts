import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "./log";
import { WakeChannel } from "./notify";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Not connected to anything: whether a statement may carry a notice is known without. */
const channel = () => new WakeChannel("postgresql://127.0.0.1:1/none", silentLog);

describe("a statement that carries a notice", () => {
  it("is the only one of its process", () => {
    const wake = channel();
    const answered = wake.carry();
    expect(answered).toBeTypeOf("function");
    vi.advanceTimersByTime(60_000);
    expect(wake.carry()).toBeUndefined();
  });

  it("is followed by none for four times as long as it took", () => {
    const wake = channel();
    const answered = wake.carry();
    vi.advanceTimersByTime(3);
    answered?.();
    vi.advanceTimersByTime(11);
    expect(wake.carry()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(wake.carry()).toBeTypeOf("function");
  });

  it("is not needed where a notice is about to be sent anyhow", () => {
    const wake = channel();
    wake.notify();
    expect(wake.carry()).toBeUndefined();
  });

  it("is none after the end", async () => {
    const wake = channel();
    await wake.close();
    expect(wake.carry()).toBeUndefined();
  });
});
