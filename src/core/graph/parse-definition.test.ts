import { describe, expect, it } from "vitest";
import { definitionLimits } from "../definition";
import { type Json, parseJson } from "../json";
import { parseDefinition } from "./validate";

describe("parseDefinition", () => {
  function pathsOf(value: Json): string[] {
    const parsed = parseDefinition(value);
    return parsed.ok ? [] : parsed.problems.map(({ path }) => path);
  }

  it("fills in what may be left out, and keeps configs to the digit", () => {
    const parsed = parseDefinition(
      parseJson(
        '{"nodes":[{"id":"a","type":"log","config":{"message":[1.10,{"__proto__":1}]}},{"id":"b","type":"trigger"}],"edges":[]}',
      ),
    );
    expect(parsed).toMatchObject({ ok: true, definition: { nodes: [{ id: "a" }, { id: "b", config: {} }] } });
    if (parsed.ok) expect(parsed.definition.nodes[0]?.config).toEqual(parseJson('{"message":[1.10,{"__proto__":1}]}'));
  });

  it.each([
    ["null", [""]],
    ["[]", [""]],
    ["{}", ["nodes", "edges"]],
    ['{"nodes":{},"edges":1,"more":2}', ["nodes", "edges", "more"]],
    [
      '{"nodes":[5,{"id":"1","type":"foo"}],"edges":[{}]}',
      ["nodes.0", "nodes.1.id", "nodes.1.type", "edges.0.source", "edges.0.target"],
    ],
    [
      '{"nodes":[{"id":"a","type":"log","config":1.10,"max_attempts":1.5,"position":{"x":1e999}}],"edges":[]}',
      ["nodes.0.config", "nodes.0.max_attempts", "nodes.0.position.x", "nodes.0.position.y"],
    ],
    [
      '{"nodes":[{"id":"a","type":"constructor"},{"id":"__proto__ ","type":"log"}],"edges":[]}',
      ["nodes.0.type", "nodes.1.id"],
    ],
  ])("%s: %j", (text, paths) => {
    expect(pathsOf(parseJson(text))).toEqual(paths);
  });

  it("names the node that a problem belongs to", () => {
    expect(parseDefinition(parseJson('{"nodes":[{"id":"a b","type":"log"}],"edges":[]}'))).toMatchObject({
      problems: [{ path: "nodes.0.id", node_id: "a b" }],
    });
  });

  it("has a limit of nodes and edges", () => {
    const nodes = Array.from({ length: definitionLimits.nodes + 1 }, (_, index) => ({ id: `n${index}`, type: "log" }));
    const edges = Array.from({ length: definitionLimits.edges + 1 }, () => ({ source: "a", target: "b" }));
    expect(pathsOf({ nodes, edges })).toEqual(["nodes", "edges"]);
  });
});
