import { setTimeout as pause } from "node:timers/promises";
import { chainOf } from "../../support/product-graphs";
import { until } from "../../support/until";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import { effect } from "../lab/graphs";
import { patienceMs } from "../lab/patience";
import { Takeover } from "../lab/takeover";

const atOnce = 20;
const longMs = 20_000;
/** What users are promised with default settings, of 95 in 100 interrupted steps. */
const promisedMs = 15_000;

export const takeover: ChaosCase = {
  title: "the only worker is killed and started again, with default settings: its steps go on within 15 s (p95)",
  longOnly: true,
  async run(lab) {
    const asked = new Set<string>();
    const product = await lab.product({
      sink: {
        // Whoever asks first is killed before the answer.
        answer(_request, response, key) {
          if (asked.has(key)) return undefined;
          asked.add(key);
          return pause(longMs).then(() => void response.end());
        },
      },
    });
    const { driver, fleet, db, sink } = product;
    const chain = chainOf(effect("call", sink, "/ok", { max_attempts: 20 }));
    const workflow = await driver.createWorkflow("Takeover", chain);
    const measured = new Takeover(db);
    let worker = await fleet.start();
    for (let round = 0; round < lab.pick(1, 12); round++) {
      await driver.triggerMany(atOnce, [workflow]);
      await until(
        "steps run",
        async () => (await db.stepExecution.count({ where: { status: "running" } })) > 0,
        patienceMs,
      );
      await measured.kill(fleet, worker);
      worker = await fleet.start();
      await product.settle(patienceMs);
    }
    const figures = await measured.figures();
    const p95 = Number(figures.continued_after_p95_ms);
    const unexpected = p95 > promisedMs ? [`steps of killed workers went on only after ${p95} ms (p95)`] : [];
    return combine(await examine(product), findings({ unexpected, figures }));
  },
};
