import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../support/until";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import type { LabWorker } from "../lab/fleet";
import { threeSteps } from "../lab/graphs";
import type { Lab } from "../lab/lab";
import { patienceMs } from "../lab/patience";
import type { LabProduct } from "../lab/product";
import { Takeover } from "../lab/takeover";

export const kills: ChaosCase = {
  title: "kill -9 of a random worker every 2 s, each replaced: every run ends, every step is committed once",
  async run(lab) {
    const product = await lab.product({ sink: { latencyMs: 400 } });
    const { driver, fleet, db, sink } = product;
    // The long form runs with the defaults that users have.
    const options = { flags: lab.pick<Record<string, number>>({ "lease-seconds": 2, "poll-interval-ms": 200 }, {}) };
    await fleet.startMany(lab.pick(2, 4), options);
    const workflow = await driver.createWorkflow("Kills", threeSteps(sink));
    const kills = lab.durationMs(12, 60) / 2_000;
    const runs = lab.pick(300, 10_000);

    const takeover = new Takeover(db);
    const others: Promise<unknown>[] = lab.form === "long" ? [driver.triggerMany(runs, [workflow], 12)] : [];
    for (let kill = 0; kill < kills; kill++) {
      if (lab.form === "short") others.push(driver.triggerMany(runs / kills, [workflow]));
      await pause(lab.pick(0, 2_000));
      await takeover.kill(fleet, await pickVictim(lab, product));
      others.push(fleet.start(options));
    }
    await Promise.all(others);
    await product.settle(lab.pick(patienceMs, 900_000));
    return combine(await examine(product), findings({ figures: await takeover.figures() }));
  },
};

/** In the long form anyone; in the short one, where each kill counts, somebody who has something to do. */
async function pickVictim(lab: Lab, { db, fleet }: LabProduct): Promise<LabWorker> {
  const roll = (workers: LabWorker[]) => lab.rolls.pick("victim", workers);
  if (lab.form === "long") return fleet.one(roll);
  return until(
    "a worker is busy",
    async () => {
      const holders = await db.$queryRaw<{ id: string }[]>`
        SELECT DISTINCT locked_by::text AS id FROM step_execution WHERE status = 'running'`;
      const busy = fleet.living.filter(({ id }) => holders.some((holder) => holder.id === id));
      return busy.length > 0 && roll(busy);
    },
    patienceMs,
  );
}
