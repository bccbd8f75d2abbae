import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines, shortenDiff } from "./diff-lines";

const show = (theirs: string, mine: string) =>
  diffLines(theirs, mine).map(({ kind, text }) => ({ same: " ", mine: "+", theirs: "-" })[kind] + text);

describe("two versions, line by line", () => {
  it("shows what is only in one of them", () => {
    expect(show("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([" a", "-b", "+x", " c", " d", "+e"]);
    expect(show("a", "a")).toEqual([" a"]);
  });

  it("gives both texts back", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 12 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (theirs, mine) => {
        const lines = diffLines(theirs, mine);
        const without = (kind: "mine" | "theirs") =>
          lines.filter((line) => line.kind !== kind).map((line) => line.text);
        expect(without("mine").join("\n")).toBe(theirs);
        expect(without("theirs").join("\n")).toBe(mine);
      }),
    );
  });

  it("gives up on texts that have next to nothing in common, and shows one below the other", () => {
    const lines = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word} ${index}`).join("\n");
    const shown = diffLines(lines("a"), lines("b"));
    expect(shown.slice(0, 3_000).every(({ kind }) => kind === "theirs")).toBe(true);
    expect(shown.slice(3_000).every(({ kind }) => kind === "mine")).toBe(true);
    expect(shown).toHaveLength(6_000);
  });

  it("leaves out what is far from any difference", () => {
    const lines = diffLines("1\n2\n3\n4\n5\n6\n7\n8", "1\n2\n3\n4\n5\n6\n7\nnine");
    expect(shortenDiff(lines, 1)).toEqual([
      { kind: "gap", count: 6 },
      { kind: "same", text: "7" },
      { kind: "theirs", text: "8" },
      { kind: "mine", text: "nine" },
    ]);
  });
});
