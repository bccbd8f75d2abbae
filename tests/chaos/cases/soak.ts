import { setTimeout as pause } from "node:timers/promises";
import { memoryOf } from "../../support/memory";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import { threeSteps } from "../lab/graphs";
import type { LabProduct } from "../lab/product";
import { slope } from "../lab/slope";

const runsPerSecond = 5;
const lookMs = 5_000;
/** The beginning is left out: caches fill and code is compiled. */
const warmUpShare = 0.3;
/** What may come together over the time that is measured. */
const grownMb = 40;

interface Sample {
  minutes: number;
  workerMb: number;
  webMb: number;
  connections: number;
}

export const soak: ChaosCase = {
  title: "ten minutes of steady load: memory and connections stay flat",
  longOnly: true,
  async run(lab) {
    const product = await lab.product({ sink: { latencyMs: 100 } });
    const { driver, fleet, sink } = product;
    await fleet.startMany(2);
    const workflow = await driver.createWorkflow("Soak", threeSteps(sink));
    const samples: Sample[] = [];
    const began = performance.now();
    const durationMs = lab.durationMs(10, 600);
    let runs: Promise<unknown> = Promise.resolve();
    for (let look = 1; performance.now() - began < durationMs; look++) {
      runs = Promise.all([runs, driver.triggerMany((runsPerSecond * lookMs) / 1_000, [workflow], 2)]);
      await pause(Math.max(0, began + look * lookMs - performance.now()));
      samples.push(await sample(product, (performance.now() - began) / 60_000));
    }
    await runs;
    await product.settle();
    const measured = samples.slice(Math.floor(samples.length * warmUpShare));
    const grown = trends(measured);
    const minutes = (measured.at(-1)?.minutes ?? 0) - (measured[0]?.minutes ?? 0);
    const unexpected = [
      ...(grown.worker * minutes > grownMb ? [`a worker grows by ${grown.worker} MB a minute`] : []),
      ...(grown.web * minutes > grownMb ? [`the web server grows by ${grown.web} MB a minute`] : []),
      ...(grown.connections * minutes > 1 ? [`connections grow by ${grown.connections} a minute`] : []),
    ];
    const figures = {
      minutes: Math.round(durationMs / 6_000) / 10,
      runs_per_second: runsPerSecond,
      worker_mb_per_minute: grown.worker,
      web_mb_per_minute: grown.web,
      connections_per_minute: grown.connections,
      worker_mb_at_the_end: Math.round(samples.at(-1)?.workerMb ?? 0),
      web_mb_at_the_end: Math.round(samples.at(-1)?.webMb ?? 0),
      connections_at_the_end: samples.at(-1)?.connections ?? 0,
    };
    return combine(await examine(product, { effectsOnce: true }), findings({ unexpected, figures }));
  },
};

function trends(samples: readonly Sample[]): { worker: number; web: number; connections: number } {
  const trend = (read: (sample: Sample) => number) =>
    Math.round(slope(samples.map((one) => [one.minutes, read(one)])) * 1_000) / 1_000;
  return {
    worker: trend(({ workerMb }) => workerMb),
    web: trend(({ webMb }) => webMb),
    connections: trend(({ connections }) => connections),
  };
}

async function sample({ db, fleet, web }: LabProduct, minutes: number): Promise<Sample> {
  const [row] = await db.$queryRaw<{ connections: number }[]>`
    SELECT count(*)::int AS connections FROM pg_stat_activity
    WHERE datname = current_database() AND application_name <> 'laboratory'`;
  const workers = fleet.living.map(({ pid }) => memoryOf(pid)?.nowMb ?? 0);
  return {
    minutes,
    workerMb: Math.max(...workers),
    webMb: memoryOf(web.process.pid)?.nowMb ?? 0,
    connections: row?.connections ?? 0,
  };
}
