import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDefinition } from "../../../tests/support/graph-arbitraries";
import type { Definition } from "../definition";
import { parseJson } from "../json";
import { planGraph } from "./plan";
import { parseDefinition } from "./validate";

function definitionOf(text: string): Definition {
  const parsed = parseDefinition(parseJson(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.definition;
}

/** Follows edges backwards, one at a time. */
function reaching({ edges }: Definition, nodeId: string): Set<string> {
  const found = new Set<string>();
  const search = (target: string): void => {
    for (const edge of edges) {
      if (edge.target !== target || found.has(edge.source)) continue;
      found.add(edge.source);
      search(edge.source);
    }
  };
  search(nodeId);
  return found;
}

describe("planGraph", () => {
  it("knows order, ancestors and incoming edges", () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const plan = planGraph(definition);
        expect([...plan.order].sort()).toEqual(definition.nodes.map(({ id }) => id).sort());
        const place = new Map(plan.order.map((nodeId, index) => [nodeId, index]));
        for (const { source, target } of definition.edges)
          expect(place.get(source)).toBeLessThan(place.get(target) ?? -1);
        for (const { id } of definition.nodes) {
          expect(plan.ancestors(id)).toEqual(reaching(definition, id));
          expect(plan.planned(id).incoming).toBe(definition.edges.filter(({ target }) => target === id).length);
          expect(plan.planned(id).outgoing).toEqual(definition.edges.filter(({ source }) => source === id));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("knows what a step and the nodes that run inline after it can read", () => {
    const plan = planGraph(
      definitionOf(`{"nodes":[
        {"id":"t","type":"trigger"},
        {"id":"h","type":"http_request","config":{"url":"{{ app.url }}"}},
        {"id":"c","type":"condition","config":{"expression":"steps.h.output.status == 200"}},
        {"id":"l","type":"log","config":{"message":["{{ steps.t.output }}","{{ steps.h.output }}","{{ steps.c.output }}"]}},
        {"id":"d","type":"delay","config":{"seconds":"{{ steps.l.output.message }}"}},
        {"id":"j","type":"log","config":{"message":"{{ steps.d.output }}"}}],
        "edges":[{"source":"t","target":"h"},{"source":"h","target":"c"},{"source":"c","target":"l","branch":"true"},
        {"source":"l","target":"d"},{"source":"d","target":"j"},{"source":"l","target":"j"}]}`),
    );
    expect(plan.referencedSteps("t")).toEqual([]);
    expect([...plan.referencedSteps("h")].sort()).toEqual(["c", "h", "t"]);
    expect(plan.referencedSteps("l").length).toBe(3);
    expect(plan.referencedSteps("d")).toEqual(["l"]);
    expect(plan.referencedSteps("j")).toEqual(["d"]);
    expect(plan.config("l")).toBe(plan.config("l"));
  });

  it("takes the attempts from node, config or default", () => {
    const plan = planGraph(
      definitionOf(`{"nodes":[{"id":"t","type":"trigger"},{"id":"a","type":"log","max_attempts":7,"config":{"max_attempts":5}},
        {"id":"b","type":"log","config":{"max_attempts":5.0}},{"id":"c","type":"log"}],"edges":[]}`),
    );
    expect(["a", "b", "c"].map((nodeId) => plan.planned(nodeId).maxAttempts)).toEqual([7, 5, 3]);
  });

  it("knows nodes by their ids alone", () => {
    const plan = planGraph(
      definitionOf(
        '{"nodes":[{"id":"t","type":"trigger"},{"id":"constructor","type":"log"}],"edges":[{"source":"t","target":"constructor"}]}',
      ),
    );
    expect(plan.trigger.id).toBe("t");
    expect(plan.node("constructor")?.type).toBe("log");
    expect(plan.node("toString")).toBeUndefined();
    expect(() => plan.planned("toString")).toThrow('no node "toString"');
    expect(() => planGraph({ nodes: [], edges: [] })).toThrow("no trigger");
  });
});
