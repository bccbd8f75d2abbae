import { describe, expect, it } from "vitest";
import { parseJson } from "@/core/json";
import { activationProblems, nodeAt, pathOfNode, readablePath, readDefinition } from "./read-definition";

const problemOf = (text: string) => {
  const read = readDefinition(text);
  return read.ok ? undefined : read.problem;
};

describe("readDefinition", () => {
  it("takes nodes and edges apart", () => {
    expect(readDefinition('{ "nodes": [1.10], "edges": [] }')).toMatchObject({ ok: true, edges: [] });
  });

  it("places what could not be saved", () => {
    expect(problemOf('{\n "nodes": [],\n}')?.message).toMatch(/^Line 3/);
    expect(problemOf("[]")).toMatchObject({ place: { offset: 0 } });
    expect(problemOf('{ "nodes": [] }')?.message).toContain('"edges"');
    expect(problemOf('{ "nodes": [], "edges": [], "name": "x" }')).toMatchObject({ place: { path: "name" } });
  });
});

describe("activationProblems", () => {
  it("knows the server's rules for shape and graph", () => {
    const nodes = '[{"id":"a","type":"trigger","config":{}},{"id":"b","type":"log","config":{"message":"x"}}]';
    const edges = '[{"source":"a","target":"b"}]';
    expect(activationProblems(parseJson(nodes), parseJson(edges))).toEqual([]);
    expect(activationProblems(parseJson(nodes), [])).toMatchObject([{ node_id: "b" }]);
    expect(activationProblems(parseJson('[{"id":"a","type":"nothing"}]'), [])).toMatchObject([
      { path: "nodes.0.type" },
    ]);
  });
});

describe("nodeAt and pathOfNode", () => {
  const nodes = parseJson('[{"id":"a"},{"id":"b"},7]');
  const edges = parseJson('[{"source":"a","target":"b"}]');

  it("finds the node that a problem's path belongs to", () => {
    const at = (path: string) => nodeAt(path, { nodes, edges });
    expect(["nodes.1.config.url", "edges.0", "edges.0.target", "nodes.2", "nodes.9", "nodes", ""].map(at)).toEqual([
      "b",
      "a",
      "a",
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("names a place by its node", () => {
    const read = (path: string) => readablePath(path, { ok: true, nodes, edges });
    expect(["nodes.1.config.url", "nodes.0", "edges.0.target", "nodes.9.id", "name"].map(read)).toEqual([
      "b: config.url",
      "a",
      "a: connection",
      "nodes.9.id",
      "name",
    ]);
  });

  it("finds a node's place", () => {
    expect([pathOfNode("b", nodes), pathOfNode("c", nodes), pathOfNode("b", null)]).toEqual([
      "nodes.1",
      undefined,
      undefined,
    ]);
  });
});
