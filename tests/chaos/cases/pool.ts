import { chainOf } from "../../support/product-graphs";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import { effect } from "../lab/graphs";

export const pool: ChaosCase = {
  title: "a pool of 2 connections under 20 concurrent steps that outlast their lease: no heartbeat starves",
  async run(lab) {
    const leaseSeconds = 4;
    const product = await lab.product({ sink: { latencyMs: 1.5 * leaseSeconds * 1_000 } });
    const { driver, fleet, sink } = product;
    const options = {
      program: "laboratory",
      flags: { concurrency: 20, "lease-seconds": leaseSeconds },
      environment: { LABORATORY_CONNECTIONS: "2" },
    } as const;
    const workers = await fleet.startMany(2, options);
    const workflow = await driver.createWorkflow("Pool", chainOf(effect("first", sink), effect("second", sink)));
    await driver.triggerMany(lab.pick(40, 600), [workflow]);
    await product.settle(lab.pick(120_000, 600_000));
    const starved = workers.flatMap(({ log }) => log).filter(({ msg }) => String(msg).includes("a heartbeat failed"));
    const found = await examine(product, { effectsOnce: true });
    const lostLeases = Number(found.figures.attempts_lost_with_a_worker);
    const unexpected = [
      ...(lostLeases > 0 ? [`${lostLeases} leases of living workers were lost`] : []),
      ...starved.map((line) => JSON.stringify(line)),
    ];
    return combine(found, findings({ unexpected, figures: { connections_of_each_worker: 2, concurrency: 20 } }));
  },
};
