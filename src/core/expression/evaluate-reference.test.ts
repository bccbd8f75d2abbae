import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyExpression, anyPayload } from "../../../tests/support/expression-arbitraries";
import { type Meaning, meaningOf } from "../../../tests/support/expression-reference";
import type { Json } from "../json";
import { ExpressionError } from "./errors";
import { evaluateExpression } from "./evaluate";
import { parseExpression } from "./parse";
import { printExpression } from "./print";
import type { Scope } from "./scope";

function scopeOf(trigger: Json, steps: Record<string, Json> = {}): Scope {
  return {
    trigger,
    step: (nodeId) => {
      if (nodeId === "unfinished") return { state: "unfinished" };
      const output = Object.hasOwn(steps, nodeId) ? steps[nodeId] : undefined;
      return output === undefined ? undefined : { state: "succeeded", output };
    },
    run: { id: "run-1" },
    app: { url: "http://app" },
  };
}

describe("evaluateExpression, against an independent reference", () => {
  it("gives the same values and the same kinds of error", () => {
    const seen = { values: 0, missing_path: 0, type_error: 0, secret_not_allowed: 0 };
    fc.assert(
      fc.property(anyExpression, anyPayload, anyPayload, fc.boolean(), (expression, payload, output, secrets) => {
        const scope: Scope = { ...scopeOf(payload, { one: output, "two-b": payload }) };
        if (secrets) scope.secret = (key) => (key === "ABSENT" ? undefined : "s3cr3t");
        const expected = meaningOf(expression, scope);
        expect(outcomeOf(() => evaluateExpression(expression, scope))).toEqual(expected);
        expect(outcomeOf(() => evaluateExpression(parseExpression(printExpression(expression)), scope))).toEqual(
          expected,
        );
        seen["error" in expected ? expected.error : "values"]++;
      }),
      { numRuns: 3_000 },
    );
    // Otherwise the generators have dried up and the agreement means nothing.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  });

  function outcomeOf(run: () => Json): Meaning {
    try {
      return { value: run() };
    } catch (error) {
      if (error instanceof ExpressionError) return { error: error.code as "missing_path" };
      throw error;
    }
  }
});
