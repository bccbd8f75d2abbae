import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyExpression } from "../../../tests/support/expression-arbitraries";
import { type Expression, maximumExpressionLength } from "./ast";
import { parseExpression } from "./parse";
import { printExpression } from "./print";

/** Everything but where it stood. */
function withoutPositions(expression: Expression): unknown {
  return JSON.parse(
    JSON.stringify(expression, (name, value) =>
      name === "position"
        ? undefined
        : typeof value === "object" && value !== null && "text" in value
          ? { exact: value.text }
          : value,
    ),
  );
}

describe("printExpression", () => {
  it("prints what parses to the same expression", () => {
    fc.assert(
      fc.property(anyExpression, (expression) => {
        const text = printExpression(expression);
        fc.pre(text.length <= maximumExpressionLength);
        const parsed = parseExpression(text);
        expect(withoutPositions(parsed)).toEqual(withoutPositions(expression));
        expect(printExpression(parsed)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["{{ trigger.a }}>1", "trigger.a > 1"],
    ["( ( trigger.a ) )", "trigger.a"],
    ["trigger['a']", "trigger.a"],
    ["trigger['a b'][0]", 'trigger["a b"][0]'],
    ["steps['get-user'].output.x", "steps.get-user.output.x"],
    ["(true or false) and not (true and false)", "(true or false) and not (true and false)"],
    ["(true or false) or true", "(true or false) or true"],
    ["true or (false and true)", "true or false and true"],
    ["not (trigger.a == 1)", "not trigger.a == 1"],
    ["(trigger.a == 1) == true", "(trigger.a == 1) == true"],
    ["trigger.a ?? 1 > 2 ?? 3", "trigger.a ?? 1 > 2 ?? 3"],
    ["'it''s'".replace("''", "\\'"), '"it\'s"'],
    ["-1.50e3", "-1.50e3"],
  ])("prints %s as %s", (source, printed) => {
    expect(printExpression(parseExpression(source))).toBe(printed);
  });
});
