import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { coalesce } from "./coalesce";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A refresh that takes this long, and how often it began and ended. */
function slowRefresh(durationMs: number) {
  const seen = { begun: 0, ended: 0 };
  const refresh = async () => {
    seen.begun++;
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    seen.ended++;
  };
  return { seen, request: coalesce(refresh) };
}

it("begins at once, and answers all that comes meanwhile with one more, after a rest", async () => {
  const { seen, request } = slowRefresh(100);
  for (let number = 0; number < 5; number++) request();
  expect(seen).toEqual({ begun: 1, ended: 0 });
  await vi.advanceTimersByTimeAsync(100);
  request();
  await vi.advanceTimersByTimeAsync(299);
  expect(seen).toEqual({ begun: 1, ended: 1 });
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual({ begun: 2, ended: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual({ begun: 2, ended: 2 });
  request();
  expect(seen.begun).toBe(3);
});

it("goes on after a refresh that failed", async () => {
  const refresh = vi.fn(() => Promise.reject(new Error("no answer")));
  const request = coalesce(refresh);
  request();
  request();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

it("never lets a request that comes again and again keep a refresh from ending", async () => {
  const { seen, request } = slowRefresh(100);
  for (let time = 0; time < 4_000; time += 10) {
    request();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(seen.ended).toBe(10);
});
