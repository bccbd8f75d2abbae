import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDefinition } from "../../../tests/support/graph-arbitraries";
import type { Definition, Edge, Node } from "../definition";
import { validateDraft, validateForActivation } from "./validate";

const noProblem = { problems: [], cycle: null };

/** Whether a graph has a cycle, by taking away nodes that nothing leads to until none is left. */
function isCyclic({ nodes, edges }: Definition): boolean {
  let left = new Set(nodes.map(({ id }) => id));
  for (;;) {
    const next = new Set(
      [...left].filter((id) => edges.some(({ source, target }) => target === id && left.has(source))),
    );
    if (next.size === left.size) return left.size > 0;
    left = next;
  }
}

/** A valid definition, and something to choose with. */
const planted = fc.tuple(anyDefinition, fc.nat());

function choose<Item>(items: readonly Item[], choice: number): Item {
  return items[choice % items.length] as Item;
}

describe("validation of generated graphs", () => {
  it("finds nothing wrong with valid ones", () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        expect(validateDraft(definition)).toEqual(noProblem);
        expect(validateForActivation(definition)).toEqual(noProblem);
      }),
      { numRuns: 500 },
    );
  });

  it("finds a cycle if there is one, and names a real one", () => {
    const seen = { cyclic: 0, acyclic: 0 };
    const extra = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 2 });
    fc.assert(
      fc.property(anyDefinition, extra, (definition, pairs) => {
        const ids = definition.nodes.map(({ id }) => id);
        const added = pairs.map(
          ([source, target]): Edge => ({ source: choose(ids, source), target: choose(ids, target) }),
        );
        const changed = { nodes: definition.nodes, edges: [...definition.edges, ...added] };
        const { cycle, problems } = validateDraft(changed);
        expect(cycle !== null).toBe(isCyclic(changed));
        if (cycle === null) {
          seen.acyclic++;
          return;
        }
        seen.cyclic++;
        expect(new Set(cycle).size).toBe(cycle.length);
        cycle.forEach((source, index) => {
          const target = cycle[(index + 1) % cycle.length];
          expect(changed.edges.some((edge) => edge.source === source && edge.target === target)).toBe(true);
        });
        const closing = problems.find(({ message }) => message.includes("cycle"));
        const edge = changed.edges[Number(closing?.path.replace("edges.", ""))];
        expect([edge?.source, edge?.target]).toEqual([cycle.at(-1), cycle[0]]);
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(seen.cyclic, seen.acyclic)).toBeGreaterThan(100);
  });

  it("finds an edge to a node that is not there", () => {
    fc.assert(
      fc.property(planted, ([definition, choice]) => {
        const index = choice % definition.edges.length;
        const edges = definition.edges.map((edge, at) => (at === index ? { ...edge, target: "ghost" } : edge));
        const expected = [{ path: `edges.${index}.target`, message: expect.stringContaining('"ghost"') }];
        expect(validateDraft({ ...definition, edges })).toEqual({ problems: expected, cycle: null });
        expect(validateForActivation({ ...definition, edges }).problems).toEqual(expect.arrayContaining(expected));
      }),
    );
  });

  it("finds an id that is used twice", () => {
    fc.assert(
      fc.property(planted, ([definition, choice]) => {
        const { id } = choose(definition.nodes, choice);
        const nodes: Node[] = [...definition.nodes, { id, type: "log", config: { message: 1 } }];
        expect(validateDraft({ ...definition, nodes }).problems).toMatchObject([
          { path: `nodes.${nodes.length - 1}.id`, node_id: id },
        ]);
      }),
    );
  });

  it("finds an edge that is there twice", () => {
    fc.assert(
      fc.property(planted, ([definition, choice]) => {
        const edges = [...definition.edges, { ...choose(definition.edges, choice) }];
        expect(validateDraft({ ...definition, edges })).toEqual(noProblem);
        expect(validateForActivation({ ...definition, edges }).problems).toMatchObject([
          { path: `edges.${edges.length - 1}` },
        ]);
      }),
    );
  });

  it("finds every node that the trigger does not lead to", () => {
    fc.assert(
      fc.property(planted, ([definition, choice]) => {
        const gone = choose(
          definition.nodes.filter(({ type }) => type !== "trigger"),
          choice,
        ).id;
        const edges = definition.edges.filter(({ target }) => target !== gone);
        const reached = new Set(["n0"]);
        for (let size = 0; size !== reached.size; ) {
          size = reached.size;
          for (const { source, target } of edges) if (reached.has(source)) reached.add(target);
        }
        const expected = definition.nodes.map(({ id }) => id).filter((id) => !reached.has(id));
        const { problems } = validateForActivation({ ...definition, edges });
        expect(problems.map(({ node_id }) => node_id).sort()).toEqual(expected.sort());
      }),
    );
  });

  it("finds references to what does not come before, and to nothing else", () => {
    let wrong = 0;
    fc.assert(
      fc.property(fc.tuple(anyDefinition, fc.nat(), fc.nat()), ([definition, from, to]) => {
        const reader = choose(
          definition.nodes.filter(({ type }) => type === "log" || type === "http_request"),
          from,
        );
        fc.pre(reader !== undefined);
        const read = choose(definition.nodes, to).id;
        const text = `{{ steps["${read}"].output }}`;
        const nodes = definition.nodes.map((node) =>
          node === reader
            ? { ...node, config: { ...node.config, [node.type === "log" ? "message" : "body"]: text } }
            : node,
        );
        const before = new Set([reader.id]);
        for (let size = 0; size !== before.size; ) {
          size = before.size;
          for (const { source, target } of definition.edges) if (before.has(target)) before.add(source);
        }
        const fits = before.has(read) && read !== reader.id;
        const { problems } = validateForActivation({ ...definition, nodes });
        expect(problems.map(({ node_id }) => node_id)).toEqual(fits ? [] : [reader.id]);
        if (!fits) wrong++;
      }),
      { numRuns: 500 },
    );
    expect(wrong).toBeGreaterThan(50);
  });
});
