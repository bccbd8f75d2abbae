import { setTimeout as sleep } from "node:timers/promises";
import PgBoss from "pg-boss";
import { payload, runPeer } from "./support/run-peer";

const batchSize = 500;

interface Data {
  amount: number;
}

/**
 * `fetch` and `complete` in a tight loop, a batch at a time, where an empty queue is asked again after 2 ms: its own
 * `work` asks every half second at most, and every chain of three steps would wait for that.
 */
await runPeer(async ({ url: connectionString, width }, progress) => {
  const boss = new PgBoss({ connectionString, max: 12 });
  boss.on("error", (error) => process.stderr.write(`${error.message}\n`));
  await boss.start();
  const handlers: Record<string, (jobs: PgBoss.Job<Data>[]) => Promise<void>> = {
    async trigger(jobs) {
      progress.begin();
      await boss.insert(jobs.map(({ data }) => ({ name: "condition", data })));
    },
    async condition(jobs) {
      const taken = jobs.filter(({ data }) => data.amount <= 100);
      await boss.insert(taken.map(({ data }) => ({ name: "log", data })));
    },
    async log(jobs) {
      progress.finish(jobs.length);
    },
    async fan() {
      await boss.insert(Array.from({ length: width }, (_, index) => ({ name: "leaf", data: { index } })));
    },
    async leaf(jobs) {
      progress.finish(jobs.length);
    },
  };
  for (const queue of Object.keys(handlers)) await boss.createQueue(queue);
  const work = async (queue: string, handle: (jobs: PgBoss.Job<Data>[]) => Promise<void>): Promise<never> => {
    for (;;) {
      const jobs = await boss.fetch<Data>(queue, { batchSize });
      if (jobs.length === 0) {
        await sleep(2);
        continue;
      }
      await handle(jobs);
      await boss.complete(
        queue,
        jobs.map(({ id }) => id),
      );
    }
  };
  return {
    async enqueue(runs) {
      for (let left = runs; left > 0; left -= 5_000) {
        await boss.insert(Array.from({ length: Math.min(5_000, left) }, () => ({ name: "trigger", data: payload })));
      }
    },
    async startWorker() {
      for (const [queue, handle] of Object.entries(handlers)) void work(queue, handle);
    },
    async startRun() {
      await boss.send("trigger", payload);
    },
    async startFanOut() {
      await boss.send("fan", {});
    },
  };
});
