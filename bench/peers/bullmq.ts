import { type Job, Queue, Worker } from "bullmq";
import { payload, runPeer } from "./support/run-peer";

const concurrency = 50;

await runPeer(async ({ url, width }, progress) => {
  const { hostname: host, port } = new URL(url);
  const connection = { host, port: Number(port), maxRetriesPerRequest: null };
  const queue = new Queue("bench", { connection });
  await queue.waitUntilReady();
  const handlers: Record<string, (data: typeof payload) => Promise<void>> = {
    async trigger(data) {
      progress.begin();
      await queue.add("condition", data);
    },
    async condition(data) {
      if (data.amount <= 100) await queue.add("log", data);
    },
    async log() {
      progress.finish();
    },
    async fan() {
      await queue.addBulk(Array.from({ length: width }, (_, index) => ({ name: "leaf", data: { index } })));
    },
    async leaf() {
      progress.finish();
    },
  };
  return {
    async enqueue(runs) {
      for (let left = runs; left > 0; left -= 1_000) {
        await queue.addBulk(Array.from({ length: Math.min(1_000, left) }, () => ({ name: "trigger", data: payload })));
      }
    },
    async startWorker() {
      const worker = new Worker("bench", async (job: Job) => handlers[job.name]?.(job.data), {
        connection,
        concurrency,
      });
      worker.on("error", (error) => process.stderr.write(`${error.message}\n`));
      await worker.waitUntilReady();
    },
    async startRun() {
      await queue.add("trigger", payload);
    },
    async startFanOut() {
      await queue.add("fan", {});
    },
  };
});
