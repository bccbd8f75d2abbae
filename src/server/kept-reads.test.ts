import { describe, expect, it } from "vitest";
import { KeptReads } from "./kept-reads";

function setUp() {
  let time = 0;
  const pending: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const kept = new KeptReads<number>({ minimumMs: 100, maximumMs: 1_000, now: () => time });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    get: (key = "a") =>
      kept.get(key, () => new Promise<number>((resolve, reject) => pending.push({ resolve, reject }))),
    reads: () => pending.length,
    async answer(index: number, value: number, tookMs: number) {
      time += tookMs;
      pending[index]?.resolve(value);
      await settled();
    },
    async fail(index: number) {
      pending[index]?.reject(new Error("away"));
      await settled();
    },
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe("kept reads", () => {
  it("are made once for all that ask meanwhile, by their key", async () => {
    const { get, reads, answer } = setUp();
    const all = [get(), get(), get("b")];
    expect(reads()).toBe(2);
    await answer(0, 1, 5_000);
    await answer(1, 2, 0);
    expect(await Promise.all(all)).toEqual([1, 1, 2]);
  });

  it.each([
    [0, 100],
    [50, 500],
    [5_000, 1_000],
  ])("that took %i ms are kept for %i ms", async (took, keptMs) => {
    const { get, reads, answer, pass } = setUp();
    void get();
    await answer(0, 1, took);
    pass(keptMs - 1);
    expect(await get()).toBe(1);
    expect(reads()).toBe(1);
    pass(1);
    void get();
    expect(reads()).toBe(2);
  });

  it("that failed are told so and made again", async () => {
    const { get, reads, fail, answer } = setUp();
    const first = get();
    const refused = expect(first).rejects.toThrow("away");
    await fail(0);
    await refused;
    const second = get();
    expect(reads()).toBe(2);
    await answer(1, 7, 0);
    expect(await second).toBe(7);
  });
});
