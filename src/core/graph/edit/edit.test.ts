import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Definition, Edge } from "@/core/definition";
import { anyDefinition } from "../../../../tests/support/graph-arbitraries";
import { findCycle } from "../find-cycle";
import { validateDraft, validateForActivation } from "../validate";
import { changeNode, insertBetween, moveNodes, removeNodes, reorderNode } from "./change-nodes";
import { connect, connectionRefusal, disconnect } from "./connect";
import { copyNodes, pasteNodes, readCopiedNodes } from "./copy-nodes";
import { freshId } from "./fresh-id";
import { newIdRefusal, renameNode } from "./rename-node";

const example: Definition = {
  nodes: [
    { id: "start", type: "trigger", config: {} },
    { id: "Set", type: "log", config: { message: "{{ trigger.a }}" } },
    { id: "Set1", type: "log", config: { message: "{{ steps.Set.output.message }}" } },
    { id: "check", type: "condition", config: { expression: "steps.Set.output.message == steps.Set1.output.message" } },
  ],
  edges: [
    { source: "start", target: "Set" },
    { source: "Set", target: "Set1" },
    { source: "Set1", target: "check" },
  ],
};
const idsOf = ({ nodes }: Definition) => nodes.map(({ id }) => id);

describe("renaming a node", () => {
  it("keeps a valid graph valid, with as many edges, and is undone by the way back", () => {
    fc.assert(
      fc.property(anyDefinition, fc.nat(), (definition, choice) => {
        const old = idsOf(definition)[choice % definition.nodes.length] ?? "";
        const renamed = renameNode(definition, old, "renamed");
        expect(validateForActivation(renamed).problems).toEqual([]);
        expect(idsOf(renamed)).not.toContain(old);
        expect(renameNode(renamed, "renamed", old)).toEqual(definition);
      }),
    );
  });

  it("rewrites references, and those only", () => {
    const renamed = renameNode(example, "Set", "prepare");
    expect(renamed.nodes[2]?.config).toEqual({ message: "{{ steps.prepare.output.message }}" });
    expect(renamed.nodes[3]?.config).toEqual({
      expression: "steps.prepare.output.message == steps.Set1.output.message",
    });
    expect(renamed.edges).toEqual([
      { source: "start", target: "prepare" },
      { source: "prepare", target: "Set1" },
      { source: "Set1", target: "check" },
    ]);
  });

  it("refuses an id that is empty, taken or no id", () => {
    expect(newIdRefusal(example, "Set", "")).toContain("needs an id");
    expect(newIdRefusal(example, "Set", "Set1")).toContain('"Set1" already');
    expect(newIdRefusal(example, "Set", 'Prepare "data"')).toContain("For other words use the name");
    expect(newIdRefusal(example, "Set", "Set")).toBeUndefined();
    expect(newIdRefusal(example, "Set", "prepare")).toBeUndefined();
  });
});

describe("connecting", () => {
  const refusal = (edge: Edge) => connectionRefusal(example, edge);

  it("is refused with the reason", () => {
    expect(refusal({ source: "Set", target: "Set" })).toContain("cannot follow itself");
    expect(refusal({ source: "Set", target: "start" })).toContain("Nothing leads to the trigger");
    expect(refusal({ source: "Set1", target: "Set" })).toBe("This would lead back: Set → Set1 → Set.");
    expect(refusal({ source: "Set", target: "Set1" })).toContain("already");
    expect(refusal({ source: "Set", target: "ghost" })).toContain('no node "ghost"');
    expect(refusal({ source: "check", target: "Set", branch: "maybe" })).toContain("true or false");
    expect(refusal({ source: "start", target: "Set1", branch: "true" })).toContain("no branches");
    expect(refusal({ source: "start", target: "Set1" })).toBeUndefined();
  });

  it("allows exactly what leaves a draft without a cycle", () => {
    fc.assert(
      fc.property(anyDefinition, fc.nat(), fc.nat(), (definition, from, to) => {
        const source = definition.nodes[from % definition.nodes.length];
        const target = definition.nodes[to % definition.nodes.length];
        if (!source || !target || target.type === "trigger") return;
        const edge = { source: source.id, target: target.id, ...(source.type === "condition" && { branch: "true" }) };
        const after = connect(definition, edge);
        const isCycle = findCycle(idsOf(after), after.edges) !== null;
        const isPresent = definition.edges.some(
          (one) => one.source === edge.source && one.target === edge.target && one.branch === edge.branch,
        );
        expect(connectionRefusal(definition, edge) === undefined).toBe(!isCycle && !isPresent);
        if (!isPresent) expect(disconnect(after, edge)).toEqual(definition);
      }),
    );
  });
});

describe("changing nodes", () => {
  it("puts a node into an edge, with the edge's branch before it and its own first branch behind it", () => {
    const branched = connect(example, { source: "check", target: "end", branch: "false" });
    const after = insertBetween(
      branched,
      { source: "check", target: "end", branch: "false" },
      { id: "new", type: "condition", config: {} },
    );
    expect(after.edges.slice(-2)).toEqual([
      { source: "check", target: "new", branch: "false" },
      { source: "new", target: "end", branch: "true" },
    ]);
    expect(idsOf(after).at(-1)).toBe("new");
  });

  it("removes nodes with their edges, joins nothing, and leaves references to them to be seen", () => {
    const after = removeNodes(example, new Set(["Set"]));
    expect(after.edges).toEqual([{ source: "Set1", target: "check" }]);
    expect(after.nodes[1]?.config).toEqual({ message: "{{ steps.Set.output.message }}" });
    expect(validateDraft(after).problems).toEqual([]);
    expect(validateForActivation(after).problems.map(({ node_id }) => node_id)).toContain("Set1");
  });

  it("moves, changes and reorders only what it is asked to", () => {
    const moved = moveNodes(example, new Map([["Set", { x: 10.4, y: -0.6 }]]));
    expect(moved.nodes[1]?.position).toEqual({ x: 10, y: -1 });
    expect(moved.nodes[2]).toBe(example.nodes[2]);
    const changed = changeNode(example, "Set", (node) => ({ ...node, name: "First" }));
    expect(changed.nodes.map(({ name }) => name)).toEqual([undefined, "First", undefined, undefined]);
    expect(idsOf(reorderNode(example, "check", 1))).toEqual(["start", "check", "Set", "Set1"]);
    expect(reorderNode(example, "ghost", 1)).toEqual(example);
  });
});

describe("copying and pasting", () => {
  it("gives taken ids new ones, and what copies say of each other follows", () => {
    const piece = readCopiedNodes(copyNodes(example, new Set(["start", "Set", "Set1"]))) as Definition;
    const { definition, added } = pasteNodes(example, piece);
    expect(added).toEqual(["Set_2", "Set1_2"]);
    expect(definition.nodes.at(-1)?.config).toEqual({ message: "{{ steps.Set_2.output.message }}" });
    expect(definition.edges.slice(3)).toEqual([{ source: "Set_2", target: "Set1_2" }]);
  });

  it("brings a trigger where there is none, and keeps references to what was not copied", () => {
    const piece = readCopiedNodes(copyNodes(example, new Set(["start", "check"]))) as Definition;
    const { definition } = pasteNodes({ nodes: [], edges: [] }, piece);
    expect(definition.nodes).toEqual([example.nodes[0], example.nodes[3]]);
  });

  it("keeps every digit, and takes no other text for a piece of a graph", () => {
    const exact = readCopiedNodes(
      '{"workflow_engine":"nodes","nodes":[{"id":"a","type":"log","config":{"message":9007199254740993.10}}],"edges":[]}',
    ) as Definition;
    expect(copyNodes(exact, new Set(["a"]))).toContain("9007199254740993.10");
    for (const text of [
      "",
      "hello",
      '{"nodes":[]}',
      '{"workflow_engine":"nodes","nodes":[],"edges":[]}',
      "workflow_engine",
    ])
      expect(readCopiedNodes(text)).toBeUndefined();
  });

  it("never doubles an id and never makes a cycle, whatever is pasted into whatever", () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, fc.array(fc.nat()), (into, from, choices) => {
        const chosen = new Set(choices.map((choice) => from.nodes[choice % from.nodes.length]?.id ?? ""));
        const piece = readCopiedNodes(copyNodes(from, chosen));
        if (piece === undefined) return;
        const { definition, added } = pasteNodes(into, piece);
        expect(validateDraft(definition).problems).toEqual([]);
        expect(definition.nodes.length).toBe(into.nodes.length + added.length);
      }),
    );
  });
});

describe("a fresh id", () => {
  it("is the first that is free, and never too long", () => {
    expect(freshId("log", new Set())).toBe("log");
    expect(freshId("log", new Set(["log", "log_2"]))).toBe("log_3");
    expect(freshId("log_2", new Set(["log_2"]))).toBe("log_3");
    const long = "x".repeat(64);
    expect(freshId(long, new Set([long]))).toBe(`${"x".repeat(62)}_2`);
  });
});
