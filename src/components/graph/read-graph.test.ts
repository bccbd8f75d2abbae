import { describe, expect, it } from "vitest";
import { parseJson } from "@/core/json";
import { layoutGraph } from "./layout-graph";
import { graphShape, readGraph } from "./read-graph";

const read = (nodes: string, edges = "[]") => readGraph(parseJson(nodes), parseJson(edges));

describe("readGraph", () => {
  it("draws what can be drawn and leaves out the rest", () => {
    const graph = read(
      '[{"id":"a","type":"trigger"},{"id":"b","type":"log","name":"Note"},{"id":"a"},{"type":"log"},3,{"id":"c","type":7,"name":" "}]',
      '[{"source":"a","target":"b"},{"source":"a","target":"nowhere"},{"source":"b"},null,{"source":"a","target":"c","branch":"true"}]',
    );
    expect(graph.nodes.map(({ id, type, name }) => [id, type, name])).toEqual([
      ["a", "trigger", "a"],
      ["b", "log", "Note"],
      ["c", "", "c"],
    ]);
    expect(graph.edges.map(({ source, target, branch }) => [source, target, branch])).toEqual([
      ["a", "b", undefined],
      ["a", "c", "true"],
    ]);
  });

  it("draws nothing for what is no list", () => {
    expect(read("{}", "1")).toEqual({ nodes: [], edges: [] });
  });
});

describe("graphShape", () => {
  it("changes with nodes, edges and places, and not with names", () => {
    const shape = graphShape(read('[{"id":"a","name":"x"}]'));
    expect(graphShape(read('[{"id":"a","name":"y"}]'))).toBe(shape);
    expect(graphShape(read('[{"id":"a","position":{"x":1,"y":2}}]'))).not.toBe(shape);
    expect(graphShape(read('[{"id":"a"},{"id":"b"}]'))).not.toBe(shape);
  });
});

describe("layoutGraph", () => {
  it("puts successors below, and both branches beside each other", () => {
    const places = layoutGraph(
      read(
        '[{"id":"a"},{"id":"b"},{"id":"c"}]',
        '[{"source":"a","target":"b","branch":"true"},{"source":"a","target":"c","branch":"false"}]',
      ),
    );
    const [a, b, c] = ["a", "b", "c"].map((id) => places.get(id));
    expect(b?.y).toBeGreaterThan(a?.y ?? 0);
    expect(c?.y).toBe(b?.y);
    expect(c?.x).not.toBe(b?.x);
  });

  it.each([
    ["b", "c"],
    ["c", "b"],
  ])("puts what follows true on the left: %s before %s", (yes, no) => {
    const edges = [
      `{"source":"a","target":"${no}","branch":"false"}`,
      `{"source":"a","target":"${yes}","branch":"true"}`,
    ];
    for (const order of [edges, edges.toReversed()]) {
      const places = layoutGraph(read('[{"id":"a"},{"id":"b"},{"id":"c"}]', `[${order.join()}]`));
      expect(places.get(yes)?.x).toBeLessThan(places.get(no)?.x ?? 0);
    }
  });

  it("keeps every place that a node has, and puts one without among them, below what leads to it", () => {
    const placed = read('[{"id":"a","position":{"x":5,"y":6}}]');
    expect(layoutGraph(placed).get("a")).toEqual({ x: 5, y: 6 });
    const mixed = read(
      '[{"id":"a","position":{"x":5,"y":6}},{"id":"b"},{"id":"c"},{"id":"d"}]',
      '[{"source":"a","target":"b"},{"source":"a","target":"c"},{"source":"c","target":"d"}]',
    );
    const places = layoutGraph(mixed);
    expect(places.get("a")).toEqual({ x: 5, y: 6 });
    expect(places.get("b")).toEqual({ x: 5, y: 126 });
    expect(places.get("c")).toEqual({ x: 245, y: 126 });
    expect(places.get("d")).toEqual({ x: 245, y: 246 });
  });

  it("survives a cycle, which a draft may hold while it is typed", () => {
    const cyclic = read(
      '[{"id":"a"},{"id":"b"}]',
      '[{"source":"a","target":"b"},{"source":"b","target":"a"},{"source":"a","target":"a"}]',
    );
    expect(layoutGraph(cyclic).size).toBe(2);
  });
});
