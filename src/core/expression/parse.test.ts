import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../tests/support/expression-arbitraries";
import { maximumExpressionDepth, maximumExpressionLength, referencesOf } from "./ast";
import { ExpressionError } from "./errors";
import { parseExpression } from "./parse";

function failure(source: string): ExpressionError {
  try {
    parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${source} was parsed`);
}

describe("parseExpression", () => {
  it.each([
    ["", 0],
    ["  ", 2],
    ["true and", 8],
    ["and true", 0],
    ["== 1", 0],
    ["1 ==", 4],
    ["1 == 2 == 3", 7],
    ["1 < 2 < 3", 6],
    ["1 2", 2],
    ["(1", 0],
    ["1)", 1],
    ["()", 1],
    ['trigger.a == "open', 13],
    ["trigger.a == 'open\"", 13],
    ['"a\nb"', 2],
    ['"\\x"', 1],
    ['"\\u12"', 1],
    ["trigger.", 8],
    ["trigger.0", 8],
    ["trigger..a", 8],
    ["trigger[", 8],
    ["trigger[-1]", 8],
    ["trigger[1.5]", 8],
    ["trigger[1e2]", 8],
    ["trigger[1.0]", 8],
    ["trigger[99999999999999999999]", 8],
    ["trigger[a]", 8],
    ["trigger[0", 9],
    ["007", 0],
    ["1.", 0],
    [".5", 0],
    ["1e", 0],
    ["1abc", 0],
    ["- 5", 0],
    ["1 + 1", 2],
    ["true && false", 5],
    ["true || false", 5],
    ["!true", 0],
    ["1 = 1", 2],
    ["1 === 1", 4],
    ["{ trigger.a }", 0],
    ["{{ trigger.a }", 13],
    ["{{ trigger.a", 0],
    ["{{ }}", 3],
    ["trigger.a }}", 10],
    ["trigger.a ? 1", 10],
    ["trigger.toString()", 16],
    ["1 not 2", 2],
    ["1 == not true", 5],
    ["\u0000", 0],
    ["\ud800", 0],
  ])("refuses %j at %i", (source, position) => {
    expect(failure(source)).toMatchObject({ code: "syntax_error", position });
  });

  it.each([
    ["order > 1", 0],
    ["true and foo", 9],
    ["Trigger.a", 0],
    ["steps", 0],
    ["steps.a", 0],
    ["steps.a.body", 8],
    ["steps[0].output", 6],
    ["secrets", 0],
    ["secrets.lower", 8],
    ["secrets.A.b", 10],
    ["secrets[0]", 8],
    ["run", 0],
    ["run.name", 4],
    ["run.id.x", 7],
    ["app.secret", 4],
    ["undefined", 0],
    ["constructor", 0],
    ["__proto__", 0],
  ])("knows no %s", (source, position) => {
    expect(failure(source)).toMatchObject({ code: "unknown_name", position });
  });

  it.each([
    ["trigger.order", "trigger.order"],
    ["trigger.a-1", "a-1"],
    ["trigger.größe", "größe"],
    ["trigger.$x", "$x"],
    ["trigger . a", "a"],
    ['trigger["}} {{"]', "}} {{"],
    ["trigger['\\u0041\\'\\n']", "A'\n"],
  ])("reads %s as one path", (source, key) => {
    const expression = parseExpression(source);
    expect(expression).toMatchObject({ kind: "path", root: { kind: "trigger" } });
    if (expression.kind === "path") expect(key.endsWith(String(expression.segments[0]?.key))).toBe(true);
  });

  it("says what to do about two comparisons in a row", () => {
    expect(failure("1 < 2 < 3").message).toContain('join them with "and"');
  });

  it("tells what an expression reads", () => {
    const source = 'steps.a-b.output.x > trigger.y and secrets.A_1 == "secrets.B" or steps["a-b"].output == run.id';
    expect(referencesOf(parseExpression(source))).toEqual([
      { kind: "step", nodeId: "a-b", position: 0 },
      { kind: "trigger", position: 21 },
      { kind: "secret", key: "A_1", position: 35 },
      { kind: "step", nodeId: "a-b", position: source.lastIndexOf("steps") },
      { kind: "run", position: source.indexOf("run.id") },
    ]);
  });
});

describe("hostile texts", () => {
  it("end in an expression or an ExpressionError, whatever they hold", () => {
    const pieces = [
      "(",
      ")",
      "{{",
      "}}",
      "[",
      "]",
      ".",
      "??",
      "==",
      "<",
      "and",
      "or",
      "not",
      " ",
      "trigger",
      "steps",
      "-",
      "1",
      "0",
      '"',
      "'",
      "\\",
      "\n",
      "true",
      "null",
      "\ud800",
      "💥",
    ];
    const soup = fc
      .array(fc.oneof(fc.constantFrom(...pieces), anyText), { maxLength: 40 })
      .map((parts) => parts.join(""));
    let parsed = 0;
    fc.assert(
      fc.property(soup, (source) => {
        try {
          parseExpression(source);
          parsed++;
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          const { position } = error as ExpressionError;
          expect(position).toBeGreaterThanOrEqual(0);
          expect(position).toBeLessThanOrEqual(source.length);
        }
      }),
      { numRuns: 3_000 },
    );
    expect(parsed).toBeGreaterThan(0);
  });

  it.each([
    ["parentheses", (count: number) => `${"(".repeat(count)}1${")".repeat(count)}`],
    ["templates", (count: number) => `${"{{".repeat(count)}1${"}}".repeat(count)}`],
    ["nots", (count: number) => `${"not ".repeat(count)}true`],
  ])("%s are nested to a limit", (_, nest) => {
    expect(() => parseExpression(nest(maximumExpressionDepth))).not.toThrow();
    expect(failure(nest(maximumExpressionDepth + 1))).toMatchObject({ code: "budget_exceeded" });
    expect(failure(nest(10_000))).toMatchObject({ code: "budget_exceeded" });
  });

  it("are cut off by their length", () => {
    const chain = `true${" and true".repeat(1_000)}`;
    expect(parseExpression(chain)).toMatchObject({ kind: "and" });
    expect(failure(`true${" and true".repeat(100_000)}`)).toMatchObject({ code: "budget_exceeded" });
    expect(failure(" ".repeat(maximumExpressionLength + 1))).toMatchObject({ code: "budget_exceeded" });
    expect(failure(`"${"x".repeat(5_000_000)}"`)).toMatchObject({ code: "budget_exceeded" });
    expect(failure("9".repeat(5_000_000))).toMatchObject({ code: "budget_exceeded" });
    expect(failure(`trigger${".a".repeat(1_000_000)}`)).toMatchObject({ code: "budget_exceeded" });
  });
});
