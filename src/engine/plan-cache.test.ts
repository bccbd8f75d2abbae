import { expect, it } from "vitest";
import { planGraph } from "@/core/graph/plan";
import { parseDefinition } from "@/core/graph/validate";
import { PlanCache } from "./plan-cache";

function planOf(nodes: number) {
  const parsed = parseDefinition({
    nodes: [
      { id: "start", type: "trigger" },
      ...Array.from({ length: nodes - 1 }, (_, index) => ({ id: `n${index}`, type: "log", config: { message: "" } })),
    ],
    edges: Array.from({ length: nodes - 1 }, (_, index) => ({ source: "start", target: `n${index}` })),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planGraph(parsed.definition);
}

it("forgets what was asked for longest ago, once it knows as many nodes as it may", () => {
  const plans = new PlanCache({ nodes: 10 });
  for (const id of ["first", "second"]) plans.setVersion(id, planOf(4));
  expect(plans.version("first")).toBeDefined();
  plans.setVersion("third", planOf(4));
  expect(["first", "second", "third"].map((id) => plans.version(id) !== undefined)).toEqual([true, false, true]);
});

it("and once it knows as many definitions as it may, however small", () => {
  const plans = new PlanCache({ definitions: 2 });
  const plan = planOf(1);
  const known = (id: string, at: number) => plans.active(id, new Date(at)) !== undefined;
  for (const id of ["first", "second", "third"]) plans.setActive(id, new Date(1), { versionId: id, plan });
  expect(["first", "second", "third"].map((id) => known(id, 1))).toEqual([false, true, true]);
  expect(known("third", 2)).toBe(false);
});
