import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError, compileConfig } from "@/core/config";
import { maximumExpressionLength } from "@/core/expression/ast";
import { evaluateExpression } from "@/core/expression/evaluate";
import { parseExpression } from "@/core/expression/parse";
import { nodeTypes } from "@/core/kinds";
import { parseTemplate, renderTemplate } from "@/core/template";
import fuzzed from "../fixtures/fuzzed-expressions.json";
import { expressionSoup } from "./expression-soup";
import {
  attempt,
  escapes,
  globalState,
  hostilePayloads,
  plain,
  removeTraps,
  scopeOf,
  secretValue,
  setTraps,
  takeTripped,
} from "./expression-traps";
import { hostileExpressions } from "./hostile-expressions";

beforeAll(setTraps);
afterAll(removeTraps);

it("the table is as long as it is meant to be", () => {
  const kinds = Object.values(hostileExpressions);
  expect(new Set(kinds.flat()).size).toBeGreaterThanOrEqual(500);
  expect(kinds.length).toBeGreaterThanOrEqual(20);
});

describe("no expression gets out of the data", () => {
  it.each(Object.entries(hostileExpressions))("%s", (_kind, sources) => {
    const before = globalState();
    for (const [name, payload] of Object.entries(hostilePayloads)) {
      for (const source of sources) expect({ name, escapes: escapes(source, payload) }).toEqual({ name, escapes: [] });
    }
    expect(globalState()).toEqual(before);
  });

  it("nor does one in any field of any node", () => {
    const sources = Object.values(hostileExpressions).flatMap((kind) => kind.slice(0, 12));
    const config = (source: string) => ({
      expression: source,
      seconds: `{{ ${source} }}`,
      message: { [source.slice(0, 50)]: [`{{ ${source} }}`, `${source}`] },
      url: `http://x/{{ ${source} }}`,
      headers: { "x-a": `{{ ${source} }}` },
      query: { a: [`{{ ${source} }}`] },
      body: `{"a": "{{ ${source} }}", "b": {{ ${source} }}}`,
    });
    for (const source of sources) {
      for (const type of nodeTypes) {
        takeTripped();
        try {
          const { shown } = compileConfig({ type, config: config(source) }).render(scopeOf(plain, true));
          expect(JSON.stringify(shown)).not.toContain(secretValue);
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          expect(error.message).not.toContain(secretValue);
        }
        expect({ source, type, tripped: takeTripped() }).toEqual({ source, type, tripped: [] });
      }
    }
  });

  it("nor does data become code: what a payload holds is never evaluated", () => {
    const scope = scopeOf({ text: "{{ secrets.KEY }} {{ trigger.o }}" }, true);
    expect(renderTemplate(parseTemplate("<{{ trigger.text }}>"), scope)).toBe("<{{ secrets.KEY }} {{ trigger.o }}>");
    expect(renderTemplate(parseTemplate("{{ trigger.text }}"), scope)).toBe("{{ secrets.KEY }} {{ trigger.o }}");
  });
});

describe("work and memory are bounded", () => {
  it("by the length of a text, before anything of it is understood", () => {
    for (const source of ["1 ", "(", '"', "a.", "not ", "{{", "trigger ?? "]) {
      const answer = attempt((budget) =>
        evaluateExpression(parseExpression(source.repeat(500_000)), scopeOf(plain, false), budget),
      );
      expect(answer).toMatchObject({
        kind: "error",
        code: expect.stringMatching(/^(syntax_error|budget_exceeded|unknown_name)$/),
      });
    }
    expect(maximumExpressionLength).toBeLessThanOrEqual(10_000);
    // The end of a text in quotes is looked for no further than an expression may be long.
    for (const source of [`"${"x".repeat(1_000_000)}"`, `"${"\\n".repeat(500_000)}"`, `"${"x".repeat(1_000_000)}`]) {
      expect(attempt(() => evaluateExpression(parseExpression(source), scopeOf(plain, false)))).toMatchObject({
        kind: "error",
        code: "budget_exceeded",
      });
    }
  });

  it("by the steps of an evaluation, however often the same data is compared", () => {
    const source = Array(300).fill("trigger.wide == trigger.wide2").join(" and ");
    const answer = attempt((budget) => evaluateExpression(parseExpression(source), scopeOf(plain, false), budget));
    expect(answer).toMatchObject({ kind: "error", code: "budget_exceeded" });
  });

  it("by the output of all fields of a node together", () => {
    const message = Array(100).fill("{{ trigger.huge }}");
    expect(() => compileConfig({ type: "log", config: { message } }).render(scopeOf(plain, false))).toThrow(/too long/);
    const text = Array(100).fill("{{ trigger.huge }}").join("");
    expect(() => compileConfig({ type: "log", config: { message: text } }).render(scopeOf(plain, false))).toThrow(
      /too long/,
    );
  });
});

it("nothing that a fuzzer found, guided by coverage, gets out either", () => {
  const before = globalState();
  for (const [name, payload] of Object.entries(hostilePayloads)) {
    for (const source of fuzzed) expect({ name, escapes: escapes(source, payload) }).toEqual({ name, escapes: [] });
  }
  expect(globalState()).toEqual(before);
});

it("nothing that a fuzzer makes of all these gets out either", () => {
  const payloads = fc.constantFrom(...Object.values(hostilePayloads));
  const before = globalState();
  fc.assert(
    fc.property(expressionSoup, payloads, (source, payload) => {
      expect(escapes(source, payload)).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
  expect(globalState()).toEqual(before);
});
