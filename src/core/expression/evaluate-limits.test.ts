import { describe, expect, it } from "vitest";
import { ExactNumber, type Json, parseJson } from "../json";
import { Budget } from "./budget";
import { ExpressionError } from "./errors";
import { evaluateExpression } from "./evaluate";
import { parseExpression } from "./parse";
import type { Scope } from "./scope";

function scopeOf(trigger: Json): Scope {
  return { trigger, step: () => undefined, run: { id: "run-1" }, app: { url: "http://app" } };
}

function evaluate(source: string, payload = "null"): Json {
  return evaluateExpression(parseExpression(source), scopeOf(parseJson(payload)));
}

function failure(source: string, payload = "null", scope: Scope = scopeOf(parseJson(payload))): ExpressionError {
  try {
    evaluateExpression(parseExpression(source), scope);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${source} did not fail`);
}

describe("secrets", () => {
  const scope: Scope = { ...scopeOf({}), secret: (key) => (key === "A" ? "s3cr3t" : undefined) };

  it("are read where the scope has them", () => {
    expect(evaluateExpression(parseExpression("secrets.A"), scope)).toBe("s3cr3t");
    expect(failure("secrets.B", "{}", scope)).toMatchObject({
      code: "missing_path",
      message: expect.stringContaining("B"),
    });
    expect(failure("secrets.A")).toMatchObject({ code: "secret_not_allowed", position: 0 });
  });

  it("are not told by an error", () => {
    for (const source of ["secrets.A > 1", "secrets.A and true", "not (secrets.A ?? 1)", "(secrets.A ?? 1) < 2"]) {
      const { message } = failure(source, "{}", scope);
      expect(message).toContain("secrets.A");
      expect(message).not.toContain("s3cr3t");
    }
  });
});

describe("the three spellings of a condition", () => {
  const spellings = [
    "{{trigger.flag}}",
    " {{trigger.flag}} ",
    "\n{{trigger.flag}}\n",
    "trigger.flag",
    "{{ {{ trigger.flag }} }}",
  ];

  it.each(["true", "false", '"false"', "0", '""', "null", "[]", "{}"])("flag = %s", (flag) => {
    for (const spelling of spellings) expect(evaluate(spelling, `{"flag":${flag}}`)).toEqual(parseJson(flag));
  });

  it("is missing in all of them", () => {
    for (const spelling of spellings)
      expect(failure(spelling, "{}")).toMatchObject({ code: "missing_path", position: spelling.indexOf("flag") });
  });

  it("takes data for no code", () => {
    expect(evaluate('{{ trigger.x }} == "1 == 1"', '{"x":"1 == 1"}')).toBe(true);
    expect(evaluate("{{ trigger.x }}", '{"x":"{{ secrets.A }}"}')).toBe("{{ secrets.A }}");
  });
});

describe("budgets", () => {
  it("bound the comparison of large values", () => {
    const large = Array.from({ length: 600_000 }, () => 0);
    const scope = scopeOf({ a: large, b: [...large] });
    expect(() => evaluateExpression(parseExpression("trigger.a == trigger.b"), scope)).toThrow(
      expect.objectContaining({ code: "budget_exceeded" }),
    );
  });

  it("are shared by what an evaluation consists of", () => {
    const expression = parseExpression("true and true and true");
    expect(evaluateExpression(expression, scopeOf({}), new Budget(4))).toBe(true);
    expect(() => evaluateExpression(expression, scopeOf({}), new Budget(3))).toThrow(
      expect.objectContaining({ code: "budget_exceeded" }),
    );
  });

  it("compare values of any depth without recursion", () => {
    const deep = (): Json => {
      let value: Json = 1;
      for (let level = 0; level < 100_000; level++) value = [value];
      return value;
    };
    expect(evaluateExpression(parseExpression("trigger.a == trigger.b"), scopeOf({ a: deep(), b: deep() }))).toBe(true);
  });

  it("bound numbers with millions of digits in their exponent", () => {
    const monster = new ExactNumber(`1e${"9".repeat(8_000_000)}`);
    expect(() => evaluateExpression(parseExpression("trigger > 1.0"), scopeOf(monster))).toThrow(
      expect.objectContaining({ code: "budget_exceeded" }),
    );
  });
});
