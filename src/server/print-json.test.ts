import { expect, it } from "vitest";
import { JsonText } from "@/core/json";
import { printJson } from "./print-json";

it("embeds user data to the letter", () => {
  const text = ' {"b":1.10,"a":9007199254740993,"s":"\\u0000\\ud800"} ';
  expect(printJson({ input: new JsonText(text), none: null })).toBe(`{"input":${text},"none":null}`);
});

it("prints everything else as JSON.stringify does", () => {
  const value = { text: 'a"b\n\ud800', list: [1, true, null, { nested: "x" }], absent: undefined, empty: {} };
  expect(printJson(value)).toBe(JSON.stringify(value));
  expect(printJson([undefined])).toBe("[null]");
});
