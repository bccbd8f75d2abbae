import { describe, expect, it } from "vitest";
import { tokenizeJson } from "./tokenize-json";

describe("tokenizeJson", () => {
  it("tells keys, strings, numbers and atoms apart", () => {
    const tokens = tokenizeJson('{ "a\\"b": "x: 1", "n": -1.50e3, "t": [true, null] }');
    expect(tokens.filter(({ kind }) => kind !== "text").map(({ kind, text }) => [kind, text])).toEqual([
      ["key", '"a\\"b"'],
      ["string", '"x: 1"'],
      ["key", '"n"'],
      ["number", "-1.50e3"],
      ["key", '"t"'],
      ["atom", "true"],
      ["atom", "null"],
    ]);
  });

  it.each(['{"a": "cut of', "", "\\", "-", "tru", '<img src=x onerror="x">'])("keeps every character of %j", (text) => {
    expect(
      tokenizeJson(text)
        .map((token) => token.text)
        .join(""),
    ).toBe(text);
  });
});
