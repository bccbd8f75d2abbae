import { setTimeout as pause } from "node:timers/promises";
import { chainOf } from "../../support/product-graphs";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import { effect } from "../lab/graphs";
import type { Lab } from "../lab/lab";
import type { LabProduct } from "../lab/product";

/** How long a worker may drain here. */
const drainSeconds = 2;
/** The first answer to some requests takes longer than that: those steps are given back. */
const slowSeconds = 4;
/** Beyond answer and drain limit; for a machine that has much else to do. */
const slackSeconds = 15;

export const deploys: ChaosCase = {
  title:
    "SIGTERM after SIGTERM under load, each worker replaced: no attempt is burnt, no run waits past the drain limit",
  async run(lab) {
    const asked = new Set<string>();
    const product = await lab.product({
      sink: {
        latencyMs: 200,
        answer: (request, response, key) => {
          if (request.url !== "/slow" || asked.has(key)) return undefined;
          asked.add(key);
          return pause(slowSeconds * 1_000).then(() => void response.end());
        },
      },
    });
    const { driver, fleet, sink } = product;
    const flags = { "shutdown-timeout-seconds": drainSeconds };
    await fleet.startMany(2, { flags });
    const quick = await driver.createWorkflow("Quick", chainOf(effect("first", sink), effect("second", sink)));
    const slow = await driver.createWorkflow("Slow", chainOf(effect("call", sink, "/slow")));
    const storms = lab.durationMs(8, 60) / 2_000;
    const others: Promise<unknown>[] = [];
    const codes: Promise<number>[] = [];
    for (let storm = 0; storm < storms; storm++) {
      // In the long form two thirds of what the workers can do: beyond that runs wait for slots, whatever is deployed.
      others.push(driver.triggerMany(lab.pick(24, 30), [quick, quick, quick, slow]));
      await pause(lab.pick(500, 2_000));
      const leaving = await fleet.one((workers) => lab.rolls.pick("leaving", workers));
      codes.push(fleet.terminate(leaving));
      others.push(fleet.start({ flags }));
    }
    await Promise.all(others);
    await product.settle();
    const exits = await Promise.all(codes);
    const { figures, wrong } = await delays(product, lab);
    const unexpected = [
      ...exits.filter((code) => code !== 0).map((code) => `a worker that was asked to stop ended with ${code}`),
      ...wrong,
    ];
    return combine(
      await examine(product),
      findings({ unexpected, figures: { deploys: storms, drain_limit_seconds: drainSeconds, ...figures } }),
    );
  },
};

/** Speed is judged in the long form only: the short one runs on machines that have much else to do. */
async function delays(
  { db }: LabProduct,
  { form }: Lab,
): Promise<{ figures: Record<string, number>; wrong: string[] }> {
  const [row] = await db.$queryRaw<{ burnt: number; given_back: number; longest: number }[]>`
    SELECT
      (SELECT count(*) FROM step_execution WHERE attempt > 1)::int + (SELECT count(*) FROM step_attempt)::int AS burnt,
      (SELECT count(*) FROM step_execution WHERE claim_number > 1)::int AS given_back,
      (SELECT extract(epoch FROM max(finished_at - created_at)) FROM run)::float8 AS longest`;
  const { burnt = 0, given_back = 0, longest = 0 } = row ?? {};
  const limit = slowSeconds + drainSeconds + slackSeconds;
  return {
    figures: {
      steps_given_back: given_back,
      attempts_burnt: burnt,
      longest_run_seconds: Math.round(longest * 10) / 10,
    },
    wrong: [
      ...(burnt > 0 ? [`${burnt} attempts were burnt`] : []),
      ...(form === "long" && longest > limit
        ? [`a run took ${longest} s, although ${limit} s are enough for answer and drain`]
        : []),
    ],
  };
}
