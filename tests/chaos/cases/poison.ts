import { setTimeout as pause } from "node:timers/promises";
import type { Definition } from "@/core/definition";
import { planGraph } from "@/core/graph/plan";
import { JsonText } from "@/core/json";
import { startRun } from "@/engine/start";
import { createTestEngine, createWorkflow } from "../../support/engine";
import { chainOf } from "../../support/product-graphs";
import { readRun, readStep } from "../../support/rows";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import type { Fleet } from "../lab/fleet";
import { effect } from "../lab/graphs";
import type { LabProduct } from "../lab/product";
import { abortNodeType } from "../worker/abort-node";

const attempts = 3;
/** Steps that happen to run beside one that kills their worker lose an attempt each time. */
const innocentAttempts = 50;

export const poison: ChaosCase = {
  title: "steps that kill their own worker: dead after max_attempts, never a crash loop, and the rest goes on",
  async run(lab) {
    const product = await lab.product({ sink: { latencyMs: 100 } });
    const { driver, fleet, sink } = product;
    const poisoned = lab.pick(2, 10);
    const runIds = await plant(product, poisoned);
    const innocent = chainOf(effect("call", sink, "/ok", { max_attempts: innocentAttempts }));
    const workflow = await driver.createWorkflow("Innocent", innocent);
    const ended = new AbortController();
    const supervised = [supervise(fleet, ended.signal), supervise(fleet, ended.signal)];
    await driver.triggerMany(lab.pick(20, 200), [workflow]);
    await product.settle(lab.pick(90_000, 300_000));
    ended.abort();
    const crashes = (await Promise.all(supervised)).reduce((sum, count) => sum + count, 0);

    const unexpected: string[] = [];
    const refused = await driver.call("POST", "/api/workflows", {
      body: { name: "x", nodes: [{ id: "a", type: abortNodeType }], edges: [] },
    });
    if (refused?.status !== 422) unexpected.push(`the product takes the type ${abortNodeType}: ${refused?.status}`);
    if (crashes > poisoned * attempts)
      unexpected.push(`${crashes} workers died of ${poisoned} steps with ${attempts} attempts each`);
    for (const runId of runIds) unexpected.push(...(await misjudged(product, runId)));
    // What was planted is of a type that nobody knows.
    const found = await examine(product, { except: ["definitions"] });
    const figures = { poisoned_steps: poisoned, max_attempts: attempts, workers_that_died: crashes };
    return combine(found, findings({ unexpected, figures }));
  },
};

/** Runs that the API would refuse to make, written straight to the tables. */
async function plant({ db, driver }: LabProduct, count: number): Promise<string[]> {
  const engine = createTestEngine(db);
  const nodes = [
    { id: "start", type: "trigger", config: {} },
    { id: "kill", type: abortNodeType, config: {}, max_attempts: attempts },
  ];
  // No schema of the product knows the type.
  const definition = { nodes, edges: [{ source: "start", target: "kill" }] } as unknown as Definition;
  const workflow = await createWorkflow(db, definition);
  const runIds: string[] = [];
  for (let index = 0; index < count; index++) {
    const { id } = await startRun(engine, {
      ...workflow,
      plan: planGraph(definition),
      input: new JsonText("{}"),
      triggerType: "api",
      actor: "laboratory",
      idempotencyKey: undefined,
    });
    driver.acknowledged.set(id, { workflow: { id: workflow.workflowId, definition }, flags: {}, end: "failed" });
    runIds.push(id);
  }
  return runIds;
}

/** Starts a worker again as often as it dies, as a service manager does; returns how often that was. */
async function supervise(fleet: Fleet, ended: AbortSignal): Promise<number> {
  const over = new Promise<"ended">((resolve) => ended.addEventListener("abort", () => resolve("ended")));
  for (let crashes = 0; ; crashes++) {
    const flags = { "lease-seconds": 1, "poll-interval-ms": 200 };
    const worker = await fleet.start({ program: "laboratory", flags, mayEnd: true });
    if (ended.aborted || (await Promise.race([worker.exited, over])) === "ended") return crashes;
    await pause(200);
  }
}

async function misjudged({ db, driver }: LabProduct, runId: string): Promise<string[]> {
  const [run, step] = [await readRun(db, runId), await readStep(db, runId, "kill")];
  const codes = step?.attempts.map(({ code }) => code).join(" ");
  const sound = run.error?.code === "worker_lost" && step?.status === "dead" && step.attempt === attempts;
  const shown = await driver.call("GET", `/api/runs/${runId}`);
  return [
    ...(sound && codes === "worker_lost worker_lost worker_lost"
      ? []
      : [`run ${runId}: step ${step?.status}, attempts ${codes}, error ${run.error?.code}`]),
    ...(shown?.status === 200 ? [] : [`run ${runId} is not shown: ${shown?.status}`]),
  ];
}
