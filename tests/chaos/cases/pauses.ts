import type { ServerResponse } from "node:http";
import { chainOf } from "../../support/product-graphs";
import { readStep } from "../../support/rows";
import { TcpProxy } from "../../support/tcp-proxy";
import { until } from "../../support/until";
import { type ChaosCase, combine, findings } from "../chaos-case";
import type { Workflow } from "../lab/driver";
import { examine } from "../lab/examine";
import type { LabWorker } from "../lab/fleet";
import { effect } from "../lab/graphs";
import type { Lab } from "../lab/lab";
import { patienceMs } from "../lab/patience";
import type { LabProduct } from "../lab/product";

const leaseSeconds = 3;
const refusal = "a late result was refused";

export const pauses: ChaosCase = {
  title: "SIGSTOP of a worker past its lease, then SIGCONT: its late result is refused, its heir's is kept",
  async run(lab) {
    const calls = new HeldCalls();
    const product = await lab.product({ sink: { answer: calls.answer } });
    const pair = [await startBehindProxy(lab, product), await startBehindProxy(lab, product)];
    const workflow = await product.driver.createWorkflow("Pauses", chainOf(effect("call", product.sink)));
    const unexpected: string[] = [];
    const rounds = lab.pick(2, 20);
    for (let round = 0; round < rounds; round++) {
      const wrong = await pauseOnce({ product, pair, calls, workflow, inTransit: round % 2 === 1 });
      if (wrong) unexpected.push(`round ${round}: ${wrong}`);
    }
    await product.settle();
    const refused = pair.flatMap(({ worker }) => worker.log).filter(({ msg }) => msg === refusal).length;
    const figures = { pauses: rounds, late_results_refused: refused };
    return combine(await examine(product), findings({ unexpected, figures }));
  },
};

interface Behind {
  worker: LabWorker;
  /** stands between the worker and the database */
  proxy: TcpProxy;
}

async function startBehindProxy(lab: Lab, { databaseUrl, fleet }: LabProduct): Promise<Behind> {
  const proxy = await TcpProxy.start(databaseUrl);
  lab.closeWithCase(proxy);
  const worker = await fleet.start({
    flags: { "lease-seconds": leaseSeconds, "poll-interval-ms": 100 },
    environment: { DATABASE_URL: proxy.url, LOG_LEVEL: "debug" },
  });
  return { worker, proxy };
}

interface Round {
  product: LabProduct;
  pair: Behind[];
  calls: HeldCalls;
  workflow: Workflow;
  /** the worker is stopped when its result is on its way to the database, which it reaches much later */
  inTransit: boolean;
}

/** @returns what went wrong */
async function pauseOnce({ product, pair, calls, workflow, inTransit }: Round): Promise<string | undefined> {
  const { db, driver } = product;
  const runId = await driver.trigger(workflow);
  await until("the step is executed", () => calls.of(runId).length === 1, patienceMs);
  const holder = (await readStep(db, runId, "call"))?.locked_by;
  const paused = pair.find(({ worker }) => worker.id === holder);
  if (!paused) return `its step is held by ${holder}, which is none of the workers`;
  const refusedBefore = refusals(paused);
  if (inTransit) {
    paused.proxy.keepRequestsWith(runId);
    calls.answerOne(runId, 0);
    await until("the result is on its way", () => paused.proxy.keepsRequest, patienceMs);
  }
  paused.worker.kill("SIGSTOP");
  await until("the heir executes the step", () => calls.of(runId).length === 2, patienceMs);
  if (inTransit) paused.proxy.deliverRequests();
  else calls.answerOne(runId, 0);
  paused.worker.kill("SIGCONT");
  await until(
    "the late result is refused",
    async () => {
      const step = await readStep(db, runId, "call");
      return refusals(paused) > refusedBefore || step?.status !== "running" || step.claim_number !== 2n;
    },
    patienceMs,
  );
  const held = await readStep(db, runId, "call");
  if (held?.status !== "running" || held.claim_number !== 2n)
    return `the late result was taken: the step is ${held?.status} after ${held?.claim_number} claims`;
  calls.answerOne(runId, 1);
  const ended = await until(
    "the heir's result is written",
    async () => {
      const step = await readStep(db, runId, "call");
      return step?.status !== "running" && step;
    },
    patienceMs,
  );
  const output = JSON.parse(ended.output ?? "null") as { body?: { serial?: number } } | null;
  return output?.body?.serial === 1 ? undefined : `the step is ${ended.status} with the result ${ended.output}`;
}

const refusals = ({ worker }: Behind): number => worker.log.filter(({ msg }) => msg === refusal).length;

/** The calls of each run in the order in which they came; each waits until it is told to answer. */
class HeldCalls {
  readonly #calls = new Map<string, ServerResponse[]>();

  readonly answer = (
    request: { headers: Record<string, string | string[] | undefined> },
    response: ServerResponse,
  ): Promise<void> => {
    const [runId = ""] = String(request.headers["x-effect"]).split(" ");
    this.#calls.set(runId, [...this.of(runId), response]);
    return Promise.resolve();
  };

  of(runId: string): readonly ServerResponse[] {
    return this.#calls.get(runId) ?? [];
  }

  answerOne(runId: string, serial: number): void {
    const response = this.of(runId)[serial];
    response?.setHeader("content-type", "application/json");
    response?.end(JSON.stringify({ serial }));
  }
}
