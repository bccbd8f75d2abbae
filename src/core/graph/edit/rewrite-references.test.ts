import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression } from "@/core/expression/ast";
import { parseExpression } from "@/core/expression/parse";
import { printExpression } from "@/core/expression/print";
import { parseTemplate } from "@/core/template";
import { anyExpression, anyText } from "../../../../tests/support/expression-arbitraries";
import { rewriteReferences } from "./rewrite-references";

const newIds = new Map([
  ["Set", "prepare"],
  ["one", "two-b"],
  ["two-b", "one"],
]);
const inCondition = (expression: string) => rewriteReferences({ type: "condition", config: { expression } }, newIds);
const inLog = (message: string) => rewriteReferences({ type: "log", config: { message } }, newIds).message;

/** What a rewritten expression must be: the same tree, in which the ids are others. */
function mapped(expression: Expression): Expression {
  switch (expression.kind) {
    case "path": {
      const { root } = expression;
      if (root.kind !== "step") return expression;
      return { ...expression, root: { kind: "step", nodeId: newIds.get(root.nodeId) ?? root.nodeId } };
    }
    case "not":
      return { ...expression, operand: mapped(expression.operand) };
    case "comparison":
      return { ...expression, left: mapped(expression.left), right: mapped(expression.right) };
    case "and":
    case "or":
    case "fallback":
      return { ...expression, operands: expression.operands.map(mapped) };
    default:
      return expression;
  }
}

describe("references to a renamed node", () => {
  it("are rewritten, and those to a node whose id begins alike are not", () => {
    expect(inLog("{{ steps.Set.output }} {{ steps.Set1.output.Set }} {{steps.Set.output.Set}}")).toBe(
      "{{ steps.prepare.output }} {{ steps.Set1.output.Set }} {{steps.prepare.output.Set}}",
    );
  });

  it("are found in every spelling, and blanks stay", () => {
    expect(inCondition("steps [ 'Set' ] . output == steps\n.\tSet.output").expression).toBe(
      "steps .prepare . output == steps\n.prepare.output",
    );
  });

  it("are not seen in texts, keys of payloads, and what is outside of templates", () => {
    const text =
      'steps.Set.output {{ "steps.Set.output" }} {{ trigger.steps.Set.output }} }} {{ trigger["steps"].Set }}';
    expect(inLog(text)).toBe(text);
  });

  it("follow at any depth of a body, and in none of its keys", () => {
    const config = {
      url: "{{ steps.Set.output }}",
      body: [{ "{{ steps.Set.output }}": ["{{ steps.Set.output.a }}", 1] }],
    };
    expect(rewriteReferences({ type: "http_request", config }, newIds)).toEqual({
      url: "{{ steps.prepare.output }}",
      body: [{ "{{ steps.Set.output }}": ["{{ steps.prepare.output.a }}", 1] }],
    });
  });

  it("leave a text that does not parse, and a field that is literal", () => {
    expect(inLog("{{ steps.Set.output")).toBe("{{ steps.Set.output");
    const config = { method: "{{ steps.Set.output }}", unknown: "{{ steps.Set.output }}" };
    expect(rewriteReferences({ type: "http_request", config }, newIds)).toEqual(config);
  });

  it("swap without mixing, in any expression", () => {
    fc.assert(
      fc.property(anyExpression, (expression) => {
        const rewritten = inCondition(printExpression(expression)).expression;
        expect(printExpression(parseExpression(String(rewritten)))).toBe(printExpression(mapped(expression)));
      }),
    );
  });

  it("swap in templates with any text around them, which stays", () => {
    const plainText = anyText.map((text) => text.replaceAll("{", "("));
    fc.assert(
      fc.property(plainText, anyExpression, plainText, (before, expression, after) => {
        const rewritten = parseTemplate(String(inLog(`${before}{{ ${printExpression(expression)} }}${after}`)));
        const shown = rewritten.parts.map((part) =>
          typeof part === "string" ? part : printExpression(part.expression),
        );
        expect(shown.join("|")).toBe([before, printExpression(mapped(expression)), after].filter(Boolean).join("|"));
      }),
    );
  });
});
