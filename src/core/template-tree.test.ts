import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyJson } from "../../tests/support/expression-arbitraries";
import type { Scope } from "./expression/scope";
import { type Json, parseJson, stringifyJson } from "./json";
import { isTemplate } from "./template";
import { renderTree, TreeError, treeReferences } from "./template-tree";

const scope: Scope = {
  trigger: parseJson('{"items":[{"a":1}],"o":{"k":"v"},"n":9007199254740993,"evil":"{{ trigger.n }}"}'),
  step: () => undefined,
  run: { id: "run-1" },
  app: { url: "http://app" },
};

function render(text: string): string {
  return stringifyJson(renderTree(parseJson(text), scope));
}

describe("renderTree", () => {
  it.each([
    [
      '{"a":"{{trigger.items}}","b":["{{trigger.items}} ","x {{trigger.n}}"]}',
      '{"a":[{"a":1}],"b":[[{"a":1}],"x 9007199254740993"]}',
    ],
    ['{"{{ trigger.n }}":"{{ trigger.n }}"}', '{"{{ trigger.n }}":9007199254740993}'],
    ['{"__proto__":"{{ trigger.n }}","constructor":1}', '{"__proto__":9007199254740993,"constructor":1}'],
    ['["{{ trigger.evil }}"]', '["{{ trigger.n }}"]'],
    ['{"n":1.10,"t":true,"z":null}', '{"n":1.10,"t":true,"z":null}'],
  ])("%s", (tree, expected) => {
    expect(render(tree)).toBe(expected);
  });

  it("leaves a value without templates as it is", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        fc.pre(!isTemplate(JSON.stringify(value)));
        expect(renderTree(value, scope)).toBe(value);
      }),
    );
  });

  it("does not change what it renders", () => {
    const tree = { a: ["{{ trigger.n }}", { b: "{{ trigger.o }}" }] };
    const before = stringifyJson(tree);
    renderTree(tree, scope);
    expect(stringifyJson(tree)).toBe(before);
  });

  it.each<[Json, (string | number)[], string, number]>([
    [{ a: ["ok", { b: "x {{ trigger.gone }}" }] }, ["a", 1, "b"], "missing_path", 13],
    ["{{ trigger", [], "syntax_error", 0],
    [{ a: "{{ secrets.A }}" }, ["a"], "secret_not_allowed", 3],
  ])("says where %j fails", (tree, path, code, position) => {
    const fail = () => renderTree(tree, scope);
    expect(fail).toThrow(TreeError);
    expect(fail).toThrow(expect.objectContaining({ path, cause: expect.objectContaining({ code, position }) }));
  });

  it("bounds the sum of all texts", () => {
    const large = { ...scope, trigger: "x".repeat(1_000_000) };
    expect(() =>
      renderTree(
        Array.from({ length: 20 }, () => "{{ trigger }}"),
        large,
      ),
    ).toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: "budget_exceeded" }) }));
  });
});

describe("treeReferences", () => {
  it("lists what every text reads, and where", () => {
    const tree = {
      a: ["{{ steps.one.output }}", "{{ broken"],
      b: { c: "{{ secrets.A }}/{{ trigger.x }}" },
      "{{ run.id }}": 1,
    };
    expect(treeReferences(tree)).toEqual([
      { path: ["a", 0], reference: { kind: "step", nodeId: "one", position: 3 } },
      { path: ["b", "c"], reference: { kind: "secret", key: "A", position: 3 } },
      { path: ["b", "c"], reference: { kind: "trigger", position: 19 } },
    ]);
  });
});
