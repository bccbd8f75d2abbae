import { describe, expect, it } from "vitest";
import { type Json, parseJson, stringifyJson } from "@/core/json";
import { fromRows, isRowObject, sameRows, toRows } from "./rows";

const read = (text: string): Json => parseJson(text);

describe("rows of names and values", () => {
  it("come back as they were, to the digit", () => {
    const text = '{"a":"x","n":1.10,"list":["1",2,true],"__proto__":"own"}';
    expect(stringifyJson(fromRows(toRows(read(text))) as Json)).toBe(text);
  });

  it("make one entry of a name that stands twice, and none of a row without a name", () => {
    const rows = [..."ab"].map((text) => ({ name: "tag", text, value: undefined }));
    expect(fromRows([...rows, { name: "", text: "typed already", value: undefined }])).toEqual({ tag: ["a", "b"] });
    expect(fromRows([{ name: "", text: "", value: undefined }])).toBeUndefined();
  });

  it("are compared by what they mean", () => {
    expect(sameRows(read('{"a":["x"]}'), read('{"a":"x"}'))).toBe(true);
    expect(sameRows(read('{"a":1}'), read('{"a":"1"}'))).toBe(false);
    expect(sameRows(undefined, {})).toBe(true);
  });

  it("are not made of what has no rows", () => {
    expect([read("[]"), read('{"a":{}}'), read('{"a":[[1]]}'), read('{"a":null}')].map(isRowObject)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
