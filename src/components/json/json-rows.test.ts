import { describe, expect, it } from "vitest";
import { parseJson } from "@/core/json";
import { copiedText, countedHits, findInJson, openedFor, openedWithin, rowId, visibleRows } from "./json-rows";

const value = parseJson('{"a":{"b":[1,{"c":"Deep"}]},"d":9007199254740993,"e":{}}');

describe("visibleRows", () => {
  it("shows what is in the value, and below what is open", () => {
    expect(visibleRows(value, new Set()).map(({ name, size, isOpen }) => [name, size, isOpen])).toEqual([
      ["a", 1, false],
      ["d", undefined, false],
      ["e", 0, false],
    ]);
    const rows = visibleRows(value, new Set([rowId(["a"]), rowId(["a", "b"])]));
    expect(rows.map(({ name, depth, position, neighbours }) => [name, depth, position, neighbours])).toEqual([
      ["a", 0, 1, 3],
      ["b", 1, 1, 1],
      ["0", 2, 1, 2],
      ["1", 2, 2, 2],
      ["d", 0, 2, 3],
      ["e", 0, 3, 3],
    ]);
  });

  it("shows a value that holds nothing on one line", () => {
    for (const text of ['"x"', "null", "{}", "[]"]) {
      expect(visibleRows(parseJson(text), new Set()).map(({ name, path }) => [name, path])).toEqual([[undefined, []]]);
    }
  });
});

describe("openedWithin", () => {
  it("opens level by level, as far as the lines go", () => {
    expect([...openedWithin(value, 100)]).toEqual([rowId(["a"]), rowId(["a", "b"]), rowId(["a", "b", 1])]);
    expect([...openedWithin(value, 5)]).toEqual([rowId(["a"])]);
    expect(visibleRows(value, openedWithin(value, 5)).length).toBeLessThanOrEqual(5);
  });
});

describe("findInJson", () => {
  it("finds keys and values, in the order of the tree", () => {
    expect(findInJson(value, "d")).toEqual([["a", "b", 1, "c"], ["d"]]);
    expect(findInJson(value, "0993")).toEqual([["d"]]);
    expect(findInJson(value, "")).toEqual([]);
    expect(openedFor(["a", "b", 1, "c"])).toEqual([rowId(["a"]), rowId(["a", "b"]), rowId(["a", "b", 1])]);
  });

  it("stops counting at some point", () => {
    expect(
      findInJson(
        Array.from({ length: countedHits * 2 }, () => "x"),
        "x",
      ),
    ).toHaveLength(countedHits);
  });
});

describe("copiedText", () => {
  it("is a text as it is, anything else as JSON to the digit", () => {
    expect(copiedText('a "b"')).toBe('a "b"');
    expect(copiedText(parseJson("1.10"))).toBe("1.10");
    expect(copiedText(parseJson('{"a":1.10}'))).toBe('{\n  "a": 1.10\n}');
  });
});
