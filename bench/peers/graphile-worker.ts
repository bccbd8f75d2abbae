import { Logger, makeWorkerUtils, run, runMigrations, type TaskList } from "graphile-worker";
import pg from "pg";
import { payload, runPeer } from "./support/run-peer";

const concurrentJobs = 24;

/** `batched`: jobs are fetched 500 at a time and their completions are collected, as its page on performance advises. */
const batched = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };

await runPeer(async ({ url: connectionString, mode, width }, progress) => {
  const logger = new Logger(() => () => undefined);
  await runMigrations({ connectionString, logger });
  const utils = await makeWorkerUtils({ connectionString, logger });
  const pool = new pg.Pool({ connectionString, max: 1 });
  const addJob = async (identifier: string): Promise<void> => {
    await pool.query("select graphile_worker.add_job($1, $2::json)", [identifier, JSON.stringify(payload)]);
  };
  const taskList: TaskList = {
    async trigger(job, { addJob }) {
      progress.begin();
      await addJob("condition", job);
    },
    async condition(job, { addJob }) {
      if ((job as typeof payload).amount <= 100) await addJob("log", job);
    },
    async log() {
      progress.finish();
    },
    async fan(_, { addJobs }) {
      await addJobs(Array.from({ length: width }, (_, index) => ({ identifier: "leaf", payload: { index } })));
    },
    async leaf() {
      progress.finish();
    },
  };
  return {
    async enqueue(runs) {
      for (let left = runs; left > 0; left -= 5_000) {
        await utils.addJobs(Array.from({ length: Math.min(5_000, left) }, () => ({ identifier: "trigger", payload })));
      }
    },
    async startWorker() {
      const worker = {
        concurrentJobs,
        maxPoolSize: concurrentJobs + 1,
        pollInterval: 2_000,
        ...(mode === "batched" ? batched : {}),
      };
      await run({ connectionString, logger, taskList, noHandleSignals: true, preset: { worker } });
    },
    startRun: () => addJob("trigger"),
    startFanOut: () => addJob("fan"),
  };
});
