import { describe, expect, it } from "vitest";
import { plainConfig } from "../../../tests/support/graph-arbitraries";
import type { Node } from "../definition";
import type { NodeType } from "../kinds";
import { nextSteps } from "./next";
import { type GraphPlan, planGraph } from "./plan";

function graph(
  types: Record<string, NodeType | [NodeType, "all"]>,
  ...edges: (readonly [string, string, string?])[]
): GraphPlan {
  const nodes = Object.entries(types).map(([id, kind]): Node => {
    const [type, join] = Array.isArray(kind) ? kind : [kind, undefined];
    return { id, type, config: plainConfig(type), ...(join ? { join } : {}) };
  });
  return planGraph({
    nodes,
    edges: edges.map(([source, target, branch]) => ({ source, target, ...(branch ? { branch } : {}) })),
  });
}

const succeed = (branch?: string) => (nodeId: string) => ({
  status: "succeeded" as const,
  branch,
  value: `ran ${nodeId}`,
});

describe("nextSteps", () => {
  it("continues through pure nodes and stops at effects", () => {
    const plan = graph(
      { t: "trigger", c: "condition", l: "log", h: "http_request", n: "log" },
      ["t", "c"],
      ["c", "l", "true"],
      ["c", "n", "false"],
      ["l", "h"],
    );
    expect(nextSteps(plan, "t", {}, succeed("true"))).toEqual([
      {
        nodeId: "c",
        nodeType: "condition",
        maxAttempts: 3,
        edgesIn: 1,
        needAll: false,
        decided: 1,
        taken: 1,
        status: "succeeded",
        inline: "ran c",
      },
      {
        nodeId: "l",
        nodeType: "log",
        maxAttempts: 3,
        edgesIn: 1,
        needAll: false,
        decided: 1,
        taken: 1,
        status: "succeeded",
        inline: "ran l",
      },
      {
        nodeId: "h",
        nodeType: "http_request",
        maxAttempts: 3,
        edgesIn: 1,
        needAll: false,
        decided: 1,
        taken: 1,
        status: null,
      },
    ]);
  });

  it("decides nothing from a dead node", () => {
    const plan = graph(
      { t: "trigger", c: "condition", l: ["log", "all"] },
      ["t", "c"],
      ["c", "l", "true"],
      ["c", "l", "false"],
    );
    const dead = nextSteps(plan, "t", {}, () => ({ status: "dead", value: null }));
    expect(dead.map(({ nodeId, status }) => [nodeId, status])).toEqual([["c", "dead"]]);
  });

  it("gives nodes that are not reached no row, unless a join below waits for them", () => {
    const types = { t: "trigger", c: "condition", a: "log", b: "log", j: "log" } as const;
    const edges = [
      ["t", "c"],
      ["c", "a", "true"],
      ["c", "b", "false"],
      ["a", "j"],
      ["b", "j"],
    ] as const;
    const any = nextSteps(graph(types, ...edges), "t", {}, succeed("true"));
    expect(any.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ["c", "succeeded"],
      ["a", "succeeded"],
      ["j", null],
    ]);
    const all = nextSteps(graph({ ...types, j: ["log", "all"] }, ...edges), "t", {}, succeed("true"));
    expect(all.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ["c", "succeeded"],
      ["a", "succeeded"],
      ["b", "skipped"],
      ["j", null],
    ]);
    expect(all.at(-1)).toMatchObject({ edgesIn: 2, needAll: true, decided: 2, taken: 1 });
  });

  it("adds up the edges of one walk that lead to one node", () => {
    const plan = graph(
      { t: "trigger", c: "condition", j: ["log", "all"] },
      ["t", "c"],
      ["c", "j", "true"],
      ["c", "j", "false"],
      ["t", "j"],
    );
    expect(nextSteps(plan, "t", {}, succeed("false")).at(-1)).toMatchObject({
      nodeId: "j",
      decided: 3,
      taken: 2,
      status: null,
    });
  });

  it("passes a skip on", () => {
    const plan = graph(
      { t: "trigger", d: "delay", h: "http_request", x: "log", j: ["log", "all"] },
      ["t", "d"],
      ["d", "h"],
      ["h", "x"],
      ["x", "j"],
      ["t", "j"],
    );
    expect(
      nextSteps(plan, "d", "skipped", succeed()).map(({ nodeId, status, taken }) => [nodeId, status, taken]),
    ).toEqual([
      ["h", "skipped", 0],
      ["x", "skipped", 0],
      ["j", null, 0],
    ]);
  });

  it("takes no branch that is not named", () => {
    const plan = graph({ t: "trigger", c: "condition", l: "log" }, ["t", "c"], ["c", "l", "true"]);
    expect(nextSteps(plan, "c", { branch: "false" }, succeed())).toEqual([]);
  });

  it("walks chains of a thousand inline nodes", () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `n${index}`);
    const plan = graph(
      Object.fromEntries(ids.map((id, index) => [id, index === 0 ? "trigger" : "log"])),
      ...ids.slice(1).map((id, index) => [ids[index] as string, id] as const),
    );
    expect(nextSteps(plan, "n0", {}, succeed())).toHaveLength(999);
  });

  it("ends on definitions that were changed behind the product's back", () => {
    const types = { t: "trigger", a: "log", b: "log", x: "log", y: "log" } as const;
    const plan = graph(
      types,
      ["t", "a"],
      ["a", "b"],
      ["b", "a"],
      ["b", "t"],
      ["a", "a"],
      ["a", "ghost"],
      ["ghost", "a"],
      ["x", "y"],
      ["y", "x"],
    );
    expect(plan.planned("a").incoming).toBe(2);
    expect(nextSteps(plan, "t", {}, succeed()).map(({ nodeId }) => nodeId)).toEqual(["a"]);
    expect(nextSteps(plan, "a", {}, succeed()).map(({ nodeId }) => nodeId)).toEqual(["b", "a"]);
    expect(nextSteps(plan, "x", {}, succeed()).map(({ nodeId }) => nodeId)).toEqual(["y", "x"]);
  });
});
