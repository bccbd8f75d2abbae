import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { payload, runPeer } from "./support/run-peer";

const systemDatabasePoolSize = 20;
const applicationVersion = "bench";
const queue = { workerConcurrency: 500, minPollingIntervalMs: 100 };

/** W1 drains a durable queue; W2 and W3 start their workflow directly, in this process, which is quickest. */
await runPeer(async ({ url: systemDatabaseUrl, width }, progress) => {
  const chain = DBOS.registerWorkflow(
    async (input: typeof payload) => {
      progress.begin();
      const trigger = await DBOS.runStep(async () => input, { name: "trigger" });
      const small = await DBOS.runStep(async () => trigger.amount <= 100, { name: "condition" });
      if (small) await DBOS.runStep(async () => ({ message: `small: ${trigger.amount}` }), { name: "log" });
      progress.finish();
    },
    { name: "chain" },
  );
  const fan = DBOS.registerWorkflow(
    async () => {
      const leaf = (index: number) => DBOS.runStep(async () => index, { name: `leaf ${index}` });
      await Promise.all(Array.from({ length: width }, (_, index) => leaf(index)));
      progress.finish(width);
    },
    { name: "fan" },
  );
  await DBOS.migrate(systemDatabaseUrl);
  return {
    async enqueue(runs) {
      const client = await DBOSClient.create({ systemDatabaseUrl, applicationName: "bench", systemDatabasePoolSize });
      await client.registerQueue("runs", queue);
      const run = { workflowName: "chain", queueName: "runs", appVersion: applicationVersion };
      for (let left = runs; left > 0; left -= 50) {
        await Promise.all(Array.from({ length: Math.min(50, left) }, () => client.enqueue(run, payload)));
      }
      await client.destroy();
    },
    async startWorker() {
      DBOS.setConfig({
        name: "bench",
        systemDatabaseUrl,
        systemDatabasePoolSize,
        applicationVersion,
        logLevel: "error",
      });
      await DBOS.launch();
      await DBOS.registerQueue("runs", { ...queue, onConflict: "always_update" });
    },
    async startRun() {
      await (await DBOS.startWorkflow(chain)(payload)).getResult();
    },
    async startFanOut() {
      await (await DBOS.startWorkflow(fan)()).getResult();
    },
  };
});
