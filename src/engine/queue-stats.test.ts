import { describe, expect, it, vi } from "vitest";
import { type QueueStats, QueueStatsCache } from "./queue-stats";

const stats: QueueStats = {
  due: 1,
  scheduled: 2,
  running: 3,
  blocked: 4,
  dead: 5,
  expiredLeases: 6,
  oldestDueSeconds: 7,
  activeWorkers: 8,
  drainingWorkers: 9,
};

describe("the queue's figures", () => {
  it("are read once for everybody who asks within ten seconds", async () => {
    let now = 0;
    const read = vi.fn(async () => stats);
    const cache = new QueueStatsCache(read, () => now);
    expect(await Promise.all([cache.get(), cache.get(), cache.get()])).toEqual([stats, stats, stats]);
    now = 9_999;
    await cache.get();
    expect(read).toHaveBeenCalledTimes(1);
    now = 10_000;
    await cache.get();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("are unknown while the database fails, which is not asked more often for it", async () => {
    let now = 0;
    const read = vi.fn<() => Promise<QueueStats>>().mockRejectedValueOnce(new Error("away")).mockResolvedValue(stats);
    const cache = new QueueStatsCache(read, () => now);
    expect(await cache.get()).toBeUndefined();
    expect(await cache.get()).toBeUndefined();
    expect(read).toHaveBeenCalledTimes(1);
    now = 10_000;
    expect(await cache.get()).toEqual(stats);
  });

  it("are unknown when the database does not answer in time", async () => {
    vi.useFakeTimers();
    try {
      const cache = new QueueStatsCache(() => new Promise(() => undefined));
      const answer = cache.get();
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await answer).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
