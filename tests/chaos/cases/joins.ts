import { setTimeout as pause } from "node:timers/promises";
import { condition, graphOf } from "../../support/product-graphs";
import { type ChaosCase, combine, findings } from "../chaos-case";
import { examine } from "../lab/examine";
import { effect } from "../lab/graphs";
import { Pairing } from "../lab/pairing";
import type { LabProduct } from "../lab/product";

export const joins: ChaosCase = {
  title: "parents of joins, and the last two steps of runs, finish at the same moment: each join once, no run hangs",
  async run(lab) {
    const pairing = new Pairing();
    const product = await lab.product({ sink: { answer: pairing.answer } });
    const { driver, fleet } = product;
    await fleet.startMany(2);
    const each = lab.pick(15, 1_000);
    const shapes = Object.entries(graphs(product));
    const workflows = await Promise.all(shapes.map(([name, graph]) => driver.createWorkflow(name, graph)));
    let next = 0;
    const trigger = async (): Promise<void> => {
      for (let index = next++; index < each * workflows.length; index = next++) {
        const workflow = workflows[index % workflows.length];
        while ((await product.unfinished()) >= mostUnfinished) await pause(10);
        const flags = { choose: lab.rolls.chance(`choose ${index}`, 0.5) };
        if (workflow) await driver.trigger(workflow, { flags });
      }
    };
    await Promise.all(Array.from({ length: 8 }, trigger));
    await product.settle();
    const figures = { runs_of_each_shape: each, finished_together: pairing.complete, finished_apart: pairing.lone };
    return combine(await examine(product, { effectsOnce: true }), findings({ figures }));
  },
};

/**
 * Runs under way: as many as have slots for all steps that wait for each other. In a long queue workflows take turns, so that
 * companions are claimed apart, and keep the slots from each other.
 */
const mostUnfinished = 10;

/** Every graph has nodes that wait for each other in the sink, and finish together, mostly in two workers. */
function graphs({ sink }: LabProduct) {
  const call = (id: string, join: "any" | "all" = "any") => effect(id, sink, "/ok", { join });
  const together = (id: string, group: string, size = 2, join: "any" | "all" = "any") =>
    effect(id, sink, `/pair/{{ run.id }}-${group}/${size}`, { join });
  const chosen = condition("choose", "trigger.choose");
  const diamond = (join: "any" | "all") =>
    graphOf(
      [together("left", "one"), together("right", "one"), call("join", join)],
      ["start -> left", "start -> right", "left -> join", "right -> join"],
    );
  const conditional = (join: "any" | "all") =>
    graphOf(
      [chosen, together("yes", "one"), together("no", "one"), together("other", "one"), call("join", join)],
      [
        ...["start -> choose", "choose -true-> yes", "choose -false-> no", "start -> other"],
        ...["yes -> join", "no -> join", "other -> join"],
      ],
    );
  return {
    "the last two": graphOf([together("left", "one"), together("right", "one")], ["start -> left", "start -> right"]),
    "diamond, any": diamond("any"),
    "diamond, all": diamond("all"),
    "conditions, any": conditional("any"),
    "conditions, all": conditional("all"),
    nested: graphOf(
      [
        ...["a", "b", "c", "d"].map((id) => together(id, "one", 4)),
        ...["left", "right"].map((id) => together(id, "two", 2, "all")),
        ...[chosen, call("maybe")],
        call("join", "all"),
      ],
      [
        ...["start -> a", "start -> b", "start -> c", "start -> d", "start -> choose", "choose -true-> maybe"],
        ...["a -> left", "b -> left", "c -> right", "d -> right"],
        ...["left -> join", "right -> join", "maybe -> join"],
      ],
    ),
  };
}
