import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Json, parseJson, stringifyJson } from "../json";
import { parseTemplate, renderTemplate } from "../template";
import { ExpressionError } from "./errors";
import { evaluateExpression } from "./evaluate";
import { parseExpression } from "./parse";
import type { Scope } from "./scope";

const guide = readFileSync(new URL("../../../docs/guide/expressions.md", import.meta.url), "utf8");

/** The rows of the guide's table with this first column: source, each payload it is shown with, and the result. */
function examples(firstColumn: string): [string, string, string][] {
  const table = guide.split("\n\n").find((block) => block.startsWith(`| ${firstColumn} |`));
  const rows = table?.split("\n").slice(2) ?? [];
  return rows.flatMap((row) => {
    const [source = "", payloads = "", result = ""] = row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, ""));
    return (payloads.match(/`[^`]+`/g) ?? ["`{}`"]).map((payload): [string, string, string] => {
      return [codeIn(source), codeIn(payload), result];
    });
  });
}

function codeIn(cell: string): string {
  return /`([^`]*)`/.exec(cell)?.[1] ?? cell;
}

function scopeOf(payload: string): Scope {
  return { trigger: parseJson(payload), step: () => undefined, run: { id: "run-1" }, app: { url: "http://app" } };
}

describe("the guide's examples", () => {
  it.each(examples("expression"))("%s with %s: %s", (source, payload, result) => {
    const evaluate = (): Json => evaluateExpression(parseExpression(source), scopeOf(payload));
    if (result === "true" || result === "false") expect(String(evaluate())).toBe(result);
    else if (result.startsWith("error: a condition")) expect(typeof evaluate()).not.toBe("boolean");
    else if (result.startsWith("error: ")) expect(evaluate).toThrow(ExpressionError);
    else expect(result).toBe(`the branch \`${evaluate()}\``);
  });

  it.each(examples("template"))("%s with %s: %s", (source, payload, result) => {
    const value = renderTemplate(parseTemplate(source), scopeOf(payload));
    expect(typeof value === "string" ? value : stringifyJson(value)).toBe(codeIn(result));
  });

  it("are found", () => {
    expect(examples("expression").length).toBeGreaterThan(10);
    expect(examples("template").length).toBeGreaterThan(5);
  });
});
