import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDefinition, hash } from "../../../tests/support/graph-arbitraries";
import type { Definition, Edge, Node } from "../definition";
import { nextSteps, type StepEnd, type Successor } from "./next";
import { type GraphPlan, planGraph } from "./plan";
import { topologicalOrder } from "./topological-order";

/** What a world does with each node: which branch its conditions take, which nodes fail, and in which order steps are claimed. */
interface World {
  branch(nodeId: string): string | undefined;
  fails(nodeId: string): boolean;
  seed: number;
}

function worldOf(definition: Definition, seed: number, failing: number): World {
  const types = new Map(definition.nodes.map(({ id, type }) => [id, type]));
  return {
    branch: (nodeId) =>
      types.get(nodeId) === "condition" ? (hash(`${seed}:${nodeId}`) % 2 === 0 ? "true" : "false") : undefined,
    fails: (nodeId) => nodeId !== "n0" && hash(`fail:${seed}:${nodeId}`) % 100 < failing,
    seed,
  };
}

type Status = "pending" | "blocked" | "succeeded" | "dead" | "skipped";

interface Row {
  status: Status;
  edgesIn: number;
  decided: number;
  taken: number;
}

/** Runs a plan to its end as the engine does: rows are inserted or added to, pending ones are claimed in some order. */
function simulate(plan: GraphPlan, world: World): { rows: Map<string, Row>; executions: string[] } {
  const rows = new Map<string, Row>();
  const executions: string[] = [];
  const execute = (nodeId: string) => {
    executions.push(nodeId);
    return world.fails(nodeId) ? ("dead" as const) : ("succeeded" as const);
  };
  const runInline = (nodeId: string) => {
    expect(plan.planned(nodeId)).toMatchObject({ pure: true, incoming: 1 });
    return { status: execute(nodeId), branch: world.branch(nodeId), value: nodeId };
  };
  const goOn = (nodeId: string, end: StepEnd) => {
    for (const successor of nextSteps(plan, nodeId, end, runInline)) store(rows, successor);
  };
  goOn(plan.trigger.id, {});
  for (let turn = 0; ; turn++) {
    const pending = [...rows].filter(([, row]) => row.status === "pending");
    const claimed = pending[hash(`${world.seed}:${turn}`) % Math.max(1, pending.length)];
    if (!claimed) return { rows, executions };
    const [nodeId, row] = claimed;
    row.status = row.taken === 0 ? "skipped" : execute(nodeId);
    if (row.status === "skipped") goOn(nodeId, "skipped");
    if (row.status === "succeeded") goOn(nodeId, { branch: world.branch(nodeId) });
  }
}

function store(rows: Map<string, Row>, successor: Successor<string>): void {
  const { nodeId, status, edgesIn, needAll, decided, taken } = successor;
  expect(nodeId === successor.inline || successor.inline === undefined).toBe(true);
  const ready = decided >= edgesIn || (!needAll && taken > 0);
  const row = rows.get(nodeId);
  if (!row) rows.set(nodeId, { status: status ?? (ready ? "pending" : "blocked"), edgesIn, decided, taken });
  else if (row.status === "blocked") {
    row.decided += decided;
    row.taken += taken;
    if (row.decided >= row.edgesIn || ready) row.status = "pending";
  }
}

/** What must come out, node by node from the front, by the rules alone. `undefined`: no row. */
function oracle(definition: Definition, world: World): Map<string, Status | undefined> {
  const { nodes, edges } = definition;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const order = topologicalOrder(
    nodes.map(({ id }) => id),
    edges,
  );
  const incoming = (nodeId: string) => edges.filter(({ target }) => target === nodeId);
  const waits = (node: Node) => node.join === "all" && incoming(node.id).length > 1;
  const matters = new Set<string>();
  for (const nodeId of [...order].reverse()) {
    const below = edges.filter(({ source }) => source === nodeId).map(({ target }) => target);
    if (waits(byId.get(nodeId) as Node) || below.some((target) => matters.has(target))) matters.add(nodeId);
  }
  const outcome = new Map<string, Status | undefined>();
  const decision = ({ source, branch }: Edge): "taken" | "untaken" | "open" => {
    const from = outcome.get(source);
    if (from === "succeeded") return branch === undefined || branch === world.branch(source) ? "taken" : "untaken";
    return from === "skipped" ? "untaken" : "open";
  };
  for (const nodeId of order) {
    const node = byId.get(nodeId) as Node;
    const decisions = incoming(nodeId).map(decision);
    const open = decisions.includes("open");
    const taken = decisions.includes("taken");
    if (node.type === "trigger") outcome.set(nodeId, "succeeded");
    else if (taken && !(waits(node) && open)) outcome.set(nodeId, world.fails(nodeId) ? "dead" : "succeeded");
    else if (!matters.has(nodeId)) outcome.set(nodeId, undefined);
    else if (!open) outcome.set(nodeId, "skipped");
    else outcome.set(nodeId, decisions.every((one) => one === "open") ? undefined : "blocked");
  }
  return outcome;
}

describe("nextSteps, driven to the end", () => {
  it.each([0, 15])("runs what the rules say, once, with %i of 100 nodes failing", (failing) => {
    const seen = new Set<Status | undefined>();
    fc.assert(
      fc.property(anyDefinition, fc.integer(), (definition, seed) => {
        const world = worldOf(definition, seed, failing);
        const { rows, executions } = simulate(planGraph(definition), world);
        const expected = oracle(definition, world);
        for (const { id } of definition.nodes) {
          if (id === "n0") expect(rows.has(id)).toBe(false);
          else expect([id, rows.get(id)?.status]).toEqual([id, expected.get(id)]);
          seen.add(expected.get(id));
        }
        expect(new Set(executions).size).toBe(executions.length);
      }),
      { numRuns: 600 },
    );
    const possible: (Status | undefined)[] = ["succeeded", "skipped", undefined];
    if (failing > 0) possible.push("dead", "blocked");
    expect([...seen].sort()).toEqual(possible.sort());
  });
});
