import { setTimeout as pause } from "node:timers/promises";
import { chainOf } from "../../support/product-graphs";
import { TcpProxy } from "../../support/tcp-proxy";
import { until } from "../../support/until";
import { type ChaosCase, combine, findings } from "../chaos-case";
import type { Workflow } from "../lab/driver";
import { examine } from "../lab/examine";
import { effect, threeSteps } from "../lab/graphs";
import { patienceMs } from "../lab/patience";
import type { LabProduct } from "../lab/product";
import { quantile } from "../lab/takeover";

const pollMs = 4_000;

export const connections: ChaosCase = {
  title: "every connection ended by the server, then LISTEN behind a proxy that goes silent: push, poll, push again",
  async run(lab) {
    const product = await lab.product({ sink: { latencyMs: 100 } });
    const { driver, fleet, sink, databaseUrl } = product;
    driver.patient = true;
    const proxy = await TcpProxy.start(databaseUrl);
    lab.closeWithCase(proxy);
    const worker = await fleet.start({
      flags: { "poll-interval-ms": pollMs },
      environment: { DIRECT_DATABASE_URL: proxy.url },
    });
    const workflow = await driver.createWorkflow("Connections", threeSteps(sink));
    const terminated = await terminateUnderLoad(product, workflow, lab.pick(3, 20));

    const single = await driver.createWorkflow("Pick-up", chainOf(effect("call", sink)));
    const samples = lab.pick(4, 12);
    await until(
      "pushes arrive again after that",
      async () => (await pickUp(product, single, 1))[0] < pollMs / 2,
      patienceMs,
    );
    const pushed = await pickUp(product, single, samples);
    proxy.goSilent();
    const polled = await pickUp(product, single, lab.pick(2, 6));
    await until("the worker notices the silence", () => worker.said("the wake-up connection is away"), patienceMs);
    await until("pushes arrive again", async () => (await pickUp(product, single, 1))[0] < pollMs / 4, patienceMs);
    const again = await pickUp(product, single, samples);
    await product.settle();

    const unexpected: string[] = [];
    // Speed is judged in the long form only: the short one runs on machines that have much else to do.
    const judged = lab.form === "long";
    // By polling alone each would wait half an interval on average.
    if (judged && middle(pushed) > pollMs / 4) unexpected.push(`with LISTEN pick-up took ${middle(pushed)} ms`);
    if (judged && Math.max(...polled) > pollMs + 5_000)
      unexpected.push(`by polling pick-up took ${Math.max(...polled)} ms`);
    if (judged && middle(again) > pollMs / 4) unexpected.push(`after the silence pick-up took ${middle(again)} ms`);
    const figures = {
      connections_terminated: terminated,
      poll_interval_ms: pollMs,
      pick_up_by_push_p50_ms: middle(pushed),
      pick_up_while_silent_max_ms: Math.round(Math.max(...polled)),
      pick_up_after_silence_p50_ms: middle(again),
    };
    return combine(await examine(product), findings({ unexpected, figures }));
  },
};

async function terminateUnderLoad({ db, driver }: LabProduct, workflow: Workflow, times: number): Promise<number> {
  let terminated = 0;
  const load = driver.triggerMany(times * 10, [workflow], 4);
  for (let time = 0; time < times; time++) {
    await pause(300);
    const rows = await db.$queryRaw<{ ended: boolean }[]>`
      SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
      WHERE datname = current_database() AND application_name <> 'laboratory' AND pid <> pg_backend_pid()`;
    terminated += rows.filter(({ ended }) => ended).length;
  }
  await load;
  return terminated;
}

/** How long each of some runs waited for a worker, started one after the other when nothing else is to do. */
async function pickUp(product: LabProduct, workflow: Workflow, times: number): Promise<[number, ...number[]]> {
  const waits: number[] = [];
  for (let time = 0; time < times; time++) {
    await product.settle();
    // Long enough for the worker to have fallen asleep.
    await pause(200);
    const runId = await product.driver.trigger(workflow);
    waits.push(
      await until(
        "the run is picked up",
        async () => {
          const [row] = await product.db.$queryRaw<{ ms: number | null }[]>`
            SELECT (extract(epoch FROM step.started_at - run.created_at) * 1000)::float8 AS ms
            FROM step_execution AS step JOIN run ON run.id = step.run_id
            WHERE run.id = ${runId}::uuid AND step.node_id = 'call' AND step.started_at IS NOT NULL`;
          return row?.ms ?? undefined;
        },
        patienceMs,
      ),
    );
  }
  const [first = 0, ...rest] = waits;
  return [first, ...rest];
}

function middle(values: readonly number[]): number {
  return Math.round(
    quantile(
      [...values].sort((left, right) => left - right),
      0.5,
    ),
  );
}
