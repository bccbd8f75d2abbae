import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { until } from "../../support/until";
import { type ChaosCase, combine, findings } from "../chaos-case";
import type { Workflow } from "../lab/driver";
import { examine } from "../lab/examine";
import { threeSteps } from "../lab/graphs";
import { patienceMs } from "../lab/patience";
import type { LabProduct } from "../lab/product";

/** Work must go on by itself within this after the database is back; judged in the long form only. */
const resumeMs = 5_000;

export const outages: ChaosCase = {
  title:
    "PostgreSQL crashes again and again under load, and stays away: nothing acknowledged is lost, all goes on by itself",
  async run(lab) {
    const server = await lab.server();
    const product = await lab.product({ databaseUrl: server.url, sink: { latencyMs: 300 } });
    const { driver, fleet, sink } = product;
    driver.patient = true;
    await fleet.startMany(2, { flags: { "lease-seconds": lab.pick(2, 10) } });
    const workflow = await driver.createWorkflow("Outages", threeSteps(sink));
    const ended = new AbortController();
    const load = [trigger(product, workflow, ended.signal), trigger(product, workflow, ended.signal)];
    const resumed: number[] = [];
    const restarts = lab.pick(2, 10);
    for (let restart = 0; restart < restarts; restart++) {
      await pause(lab.pick(1_500, 7_000));
      await server.restart("immediate");
      resumed.push(await timeToResume(product));
    }
    await server.crash();
    await pause(lab.durationMs(3, 60));
    await server.restart("immediate");
    resumed.push(await timeToResume(product));
    await pause(1_000);
    ended.abort();
    await Promise.all(load);
    await product.settle();

    const slowest = Math.round(Math.max(...resumed));
    const unexpected =
      lab.form === "long" && slowest > resumeMs ? [`work went on ${slowest} ms after the database was back`] : [];
    if (!driver.answers.has("503 unavailable")) unexpected.push("no request met the outage");
    const figures = { restarts, outage_seconds: lab.durationMs(3, 60) / 1_000, work_resumed_within_ms: slowest };
    return combine(await examine(product), findings({ unexpected, figures }));
  },
};

async function trigger({ driver }: LabProduct, workflow: Workflow, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await driver.trigger(workflow);
    await driver.call("GET", "/api/runs?limit=1");
    await pause(30);
  }
}

/** From the moment when the database takes connections until a worker has claimed something. */
async function timeToResume({ databaseUrl }: LabProduct): Promise<number> {
  const client = await until("the database takes connections", async () => {
    const one = new pg.Client({ connectionString: databaseUrl });
    one.on("error", () => undefined);
    return one.connect().then(
      () => one,
      () => undefined,
    );
  });
  const back = performance.now();
  try {
    const { rows } = await client.query<{ at: string }>("SELECT clock_timestamp()::text AS at");
    await until(
      "work goes on",
      async () => {
        const { rowCount } = await client.query(
          "SELECT FROM transition WHERE kind = 'step_execution' AND old = 'pending' AND new = 'running' AND at > $1 LIMIT 1",
          [rows[0]?.at],
        );
        return rowCount === 1;
      },
      patienceMs,
    );
    return performance.now() - back;
  } finally {
    await client.end();
  }
}
