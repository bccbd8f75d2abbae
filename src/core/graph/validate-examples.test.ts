import { describe, expect, it } from "vitest";
import { hash } from "../../../tests/support/graph-arbitraries";
import { type Definition, definitionLimits, type Edge, type Node } from "../definition";
import type { JsonObject } from "../json";
import type { NodeType } from "../kinds";
import { validateDraft, validateForActivation } from "./validate";

function definitionOf(
  types: Record<string, [NodeType, JsonObject]>,
  ...edges: [string, string, string?][]
): Definition {
  return {
    nodes: Object.entries(types).map(([id, [type, config]]) => ({ id, type, config })),
    edges: edges.map(([source, target, branch]) => ({ source, target, ...(branch === undefined ? {} : { branch }) })),
  };
}

function problemsOf(type: NodeType, config: JsonObject): [string, string][] {
  const definition = definitionOf({ t: ["trigger", {}], n: [type, config] }, ["t", "n"]);
  return validateForActivation(definition).problems.map(({ path, message, node_id }) => {
    expect(node_id).toBe("n");
    return [path, message];
  });
}

describe("validateForActivation", () => {
  it("names every header that could never be sent", () => {
    const headers = { "X-Fine": "1", Host: "a", "Content-Length": "1", "proxy-a": "1", "X Y": "1", "": "1" };
    expect(problemsOf("http_request", { url: "http://localhost/", headers })).toEqual([
      [
        "nodes.1.config.headers.Host",
        'The header "Host" cannot be set: it follows from the address, the body or the connection.',
      ],
      ["nodes.1.config.headers.Content-Length", expect.stringContaining("cannot be set")],
      ["nodes.1.config.headers.proxy-a", expect.stringContaining("cannot be set")],
      ["nodes.1.config.headers.X Y", expect.stringContaining("is not a header name")],
      ["nodes.1.config.headers.", expect.stringContaining("is not a header name")],
    ]);
  });

  it("asks for one trigger with nothing before it", () => {
    const log: [NodeType, JsonObject] = ["log", { message: "x" }];
    expect(validateForActivation({ nodes: [], edges: [] }).problems).toMatchObject([{ path: "nodes" }]);
    expect(validateForActivation(definitionOf({ a: log })).problems).toMatchObject([{ path: "nodes" }]);
    expect(
      validateForActivation(definitionOf({ t: ["trigger", {}], u: ["trigger", {}], a: log }, ["t", "a"])).problems,
    ).toMatchObject([{ path: "nodes.1", node_id: "u" }]);
    const backwards = validateForActivation(definitionOf({ t: ["trigger", {}], u: ["trigger", {}] }, ["t", "u"]));
    expect(backwards.problems.map(({ path }) => path)).toEqual(["nodes.1", "edges.0"]);
  });

  it.each<[NodeType, string | undefined, boolean]>([
    ["condition", "true", true],
    ["condition", "false", true],
    ["condition", undefined, false],
    ["condition", "maybe", false],
    ["condition", "", false],
    ["log", undefined, true],
    ["log", "true", false],
    ["log", "", false],
  ])("edges of a %s with branch %j: %s", (type, branch, fits) => {
    const config: JsonObject = type === "condition" ? { expression: "true" } : { message: "x" };
    const definition = definitionOf(
      { t: ["trigger", {}], a: [type, config], b: ["log", { message: 1 }] },
      ["t", "a"],
      ["a", "b", branch],
    );
    expect(validateForActivation(definition).problems.map(({ path }) => path)).toEqual(fits ? [] : ["edges.1.branch"]);
  });

  it.each<[NodeType, JsonObject, string[]]>([
    ["condition", { expression: "trigger.a and" }, ["n.config.expression"]],
    ["condition", { expression: 'trigger.a == "open' }, ["n.config.expression"]],
    ["condition", { expression: "" }, ["n.config.expression"]],
    ["condition", {}, ["n.config.expression"]],
    ["condition", { expression: 1 }, ["n.config.expression"]],
    ["condition", { expression: "amount > 1" }, ["n.config.expression"]],
    ["condition", { expression: "secrets.A == 'x'" }, ["n.config.expression"]],
    ["condition", { expression: "'{{ trigger.a }}' == 'x'" }, ["n.config.expression"]],
    ["delay", { seconds: "5" }, ["n.config.seconds"]],
    ["delay", { seconds: -1 }, ["n.config.seconds"]],
    ["delay", { seconds: "{{ trigger.wait" }, ["n.config.seconds"]],
    ["delay", { seconds: "{{ secrets.A }}" }, ["n.config.seconds"]],
    ["log", { message: { a: ["{{ steps.gone.output }}"] } }, ["n.config.message.a.0"]],
    ["log", { message: "{{ steps.t.body }}" }, ["n.config.message"]],
    ["log", { message: "{{ steps.n.output }}" }, ["n.config.message"]],
    [
      "log",
      { message: "{{ secrets.A }}", level: "loud", extra: 1 },
      ["n.config.extra", "n.config.level", "n.config.message"],
    ],
    ["log", { message: "x", max_attempts: 101 }, ["n.config.max_attempts"]],
    ["http_request", { url: "{{ secrets.lower }}" }, ["n.config.url"]],
    [
      "http_request",
      { url: "", headers: { a: null, b: "{{ }}" }, body: "{{ x }}" },
      ["n.config.body", "n.config.headers.a", "n.config.headers.b", "n.config.url"],
    ],
  ])("%s %j", (type, config, paths) => {
    const found = problemsOf(type, config).map(([path]) => path.replace("nodes.1.", "n."));
    expect(found.sort()).toEqual(paths);
  });

  it.each<[NodeType, JsonObject]>([
    ["condition", { expression: "\n{{ trigger.a }} == steps.t.output.a and run.id != app.url\n" }],
    ["delay", { seconds: "{{ trigger.wait ?? 5 }}" }],
    ["log", { message: "a\u0000b \ud800 {{ trigger.x }}", max_attempts: 3 }],
    [
      "http_request",
      {
        url: "{{ app.url }}/x",
        headers: { a: "Bearer {{ secrets.A_1 }}" },
        query: { q: ["{{ secrets.B }}", 1] },
        body: { x: "{{ secrets.C }}" },
      },
    ],
  ])("has nothing against %s %j", (type, config) => {
    expect(problemsOf(type, config)).toEqual([]);
  });

  it("says where in a text the fault is", () => {
    expect(problemsOf("log", { message: "text {{ trigger.a + 1 }}" })).toEqual([
      ["nodes.1.config.message", expect.stringMatching(/^Character 19: .*arithmetic/)],
    ]);
    expect(problemsOf("log", { message: "text {{ 1 == steps.gone.output }}" })).toEqual([
      ["nodes.1.config.message", expect.stringMatching(/^Character 14: .*"gone"/)],
    ]);
  });

  it("tells everything at once, also beside a cycle", () => {
    const definition = definitionOf(
      {
        t: ["trigger", { a: 1 }],
        a: ["log", {}],
        b: ["delay", { seconds: "x" }],
        c: ["log", { message: "{{ steps.b.output }}{{ steps.gone.output }}" }],
      },
      ["t", "a", "true"],
      ["a", "b"],
      ["b", "a"],
      ["b", "ghost"],
    );
    const { problems, cycle } = validateForActivation(definition);
    expect(cycle).toEqual(["a", "b"]);
    expect(problems.map(({ path }) => path).sort()).toEqual([
      "edges.0.branch",
      "edges.2",
      "edges.3.target",
      "nodes.0.config.a",
      "nodes.1.config.message",
      "nodes.2.config.seconds",
      "nodes.3",
      "nodes.3.config.message",
    ]);
  });

  it("reports a node's edge to itself as a cycle", () => {
    const definition = definitionOf({ t: ["trigger", {}], a: ["log", { message: 1 }] }, ["t", "a"], ["a", "a"]);
    expect(validateDraft(definition)).toMatchObject({ cycle: ["a"], problems: [{ path: "edges.1", node_id: "a" }] });
  });

  it("is done with the largest definition, however deep", () => {
    const nodes = Array.from({ length: definitionLimits.nodes }, (_, index): Node => {
      if (index === 0) return { id: "n0", type: "trigger", config: {} };
      return { id: `n${index}`, type: "log", config: { message: `{{ steps.n${index - 1}.output }}` } };
    });
    const edges: Edge[] = [];
    for (let index = 1; index < nodes.length; index++) {
      const sources = new Set([
        index - 1,
        ...Array.from({ length: 4 }, (_, which) => hash(`${index}:${which}`) % index),
      ]);
      for (const source of sources) edges.push({ source: `n${source}`, target: `n${index}` });
    }
    expect(validateForActivation({ nodes, edges })).toEqual({ problems: [], cycle: null });
    const chain = edges.filter(({ source, target }) => Number(target.slice(1)) - Number(source.slice(1)) === 1);
    const ring = { nodes, edges: [...chain, { source: `n${nodes.length - 1}`, target: "n0" }] };
    expect(validateDraft(ring).cycle).toEqual(nodes.map(({ id }) => id));
  });
});
