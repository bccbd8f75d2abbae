import type { HttpSink } from "../../support/http-sink";
import { chainOf, note } from "../../support/product-graphs";
import { type ChaosCase, combine, findings } from "../chaos-case";
import type { Workflow } from "../lab/driver";
import { examine } from "../lab/examine";
import { effect, threeSteps } from "../lab/graphs";
import { type HostileAnswer, hostileAnswers } from "../lab/hostile-answers";
import { hostilePayloads } from "../lab/hostile-payloads";
import type { LabProduct } from "../lab/product";

/** What a worker may hold in memory, whatever it is sent. */
const memoryLimitMb = 512;

export const hostile: ChaosCase = {
  title:
    "payloads and responses that nobody should send, mixed with good runs: none is stuck, none fails its neighbours",
  async run(lab) {
    const product = await lab.product({
      sink: {
        answer(request, response) {
          const answer = hostileAnswers[/^\/hostile\/(.+)$/.exec(request.url ?? "")?.[1] ?? ""];
          if (!answer) return undefined;
          answer.give(response);
          return Promise.resolve();
        },
      },
    });
    const { driver, fleet, sink } = product;
    await fleet.startMany(lab.pick(1, 2));
    const good = await driver.createWorkflow("Good", threeSteps(sink));
    const echo = await driver.createWorkflow(
      "Echo",
      chainOf(note("note", "{{ trigger }}"), sendBack("{{ trigger }}", sink)),
    );
    const answers = Object.entries(hostileAnswers).filter(([, { longOnly }]) => lab.form === "long" || !longOnly);
    const bad = await Promise.all(
      answers.map(async ([name, answer]) => ({
        workflow: await driver.createWorkflow(name, hostileGraph(name, answer, sink)),
        end: answer.end,
      })),
    );
    const times = lab.pick(1, 6);
    const others = driver.triggerMany(lab.pick(60, 1_000), [good], 4);
    for (let time = 0; time < times; time++) {
      await Promise.all([
        ...bad.map(({ workflow, end }) => driver.trigger(workflow, { end })),
        sendPayloads(product, echo),
      ]);
    }
    await others;
    await product.settle(lab.pick(120_000, 400_000));
    const peak = Math.round(fleet.peakMemoryMb);
    const unexpected = peak > memoryLimitMb ? [`a worker grew to ${peak} MB`] : [];
    const figures = {
      hostile_answers: answers.length * times,
      hostile_payloads: Object.keys(hostilePayloads).length * times,
    };
    return combine(await examine(product), findings({ unexpected, figures }));
  },
};

const sendBack = (body: string, sink: HttpSink) => {
  const { config, ...node } = effect("back", sink);
  return { ...node, config: { ...config, body } };
};

/** Asks, notes what came, and sends it on. What cannot get better is asked for once. */
function hostileGraph(name: string, { end, endless = false }: HostileAnswer, sink: HttpSink) {
  const tries = end === "succeeded" ? {} : { max_attempts: 1 };
  const { config, ...node } = effect("call", sink, `/hostile/${name}`, tries);
  const ask = { ...node, config: { ...config, method: "GET", timeout_seconds: endless ? 2 : 120 } };
  const came = "{{ steps.call.output.body }}";
  return chainOf(ask, note("note", came), sendBack(came, sink));
}

/** Each is refused in a way that a client can read, or becomes a run that ends. */
async function sendPayloads({ driver }: LabProduct, workflow: Workflow): Promise<void> {
  for (const body of Object.values(hostilePayloads)) {
    const answer = await driver.call("POST", `/api/workflows/${workflow.id}/trigger`, { body });
    if (answer?.status !== 202) continue;
    const { id } = answer.body as { id: string };
    driver.acknowledged.set(id, { workflow, flags: {}, end: undefined });
  }
}
