import { describe, expect, it } from "vitest";
import { expressionSpans, templateSpans } from "./expression-spans";

const kinds = (text: string, spans = expressionSpans(text)) =>
  spans.map(({ from, to, kind }) => `${kind}:${text.slice(from, to)}`);

describe("the parts of an expression", () => {
  it("are told apart", () => {
    expect(kinds('not trigger.a >= 1 and "x" == null')).toEqual([
      "word:not",
      "name:trigger",
      "symbol:.",
      "name:a",
      "symbol:>=",
      "number:1",
      "word:and",
      'string:"x"',
      "symbol:==",
      "constant:null",
    ]);
  });

  it("end where it goes wrong", () => {
    expect(kinds("trigger.a = 1")).toEqual(["name:trigger", "symbol:.", "name:a"]);
  });

  it("lie between the braces of a template, and a second one is found behind a broken one", () => {
    const text = "a {{ trigger }} and {{ % }} and {{ run.id }}";
    expect(kinds(text, templateSpans(text))).toEqual([
      "brace:{{",
      "name:trigger",
      "brace:}}",
      "brace:{{",
      "brace:{{",
      "name:run",
      "symbol:.",
      "name:id",
      "brace:}}",
    ]);
  });
});
