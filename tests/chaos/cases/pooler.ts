import { setTimeout as pause } from "node:timers/promises";
import { startPgBouncer } from "../../support/pgbouncer";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import { threeSteps } from "../lab/graphs";
import { Takeover } from "../lab/takeover";

const poolSize = 6;

export const pooler: ChaosCase = {
  title: "web and workers behind PgBouncer in transaction mode, workers killed: all as without it",
  longOnly: true,
  async run(lab) {
    const databaseUrl = await lab.database();
    const bouncer = await startPgBouncer(databaseUrl, poolSize);
    lab.closeWithCase(bouncer);
    const product = await lab.product({
      databaseUrl,
      environment: { DATABASE_URL: bouncer.url, DIRECT_DATABASE_URL: databaseUrl, DATABASE_POOLER: "transaction" },
      sink: { latencyMs: 300 },
    });
    const { driver, fleet, db, sink } = product;
    await fleet.startMany(3);
    const workflow = await driver.createWorkflow("Pooler", threeSteps(sink));
    const takeover = new Takeover(db);
    const others: Promise<unknown>[] = [];
    const kills = lab.durationMs(6, 30) / 5_000;
    for (let kill = 0; kill < kills; kill++) {
      others.push(driver.triggerMany(Math.ceil(lab.pick(100, 2_000) / kills), [workflow]));
      await pause(5_000);
      await takeover.kill(fleet, await fleet.one((workers) => lab.rolls.pick("victim", workers)));
      others.push(fleet.start());
    }
    await Promise.all(others);
    await product.settle();
    const figures = { pooled_connections: poolSize, ...(await takeover.figures()) };
    return combine(await examine(product), findings({ figures }));
  },
};
