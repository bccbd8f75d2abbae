import { describe, expect, it } from "vitest";
import { formatSize, shortenText, shownCharacters, shownLineLength, shownLines } from "./shorten-text";

describe("shortenText", () => {
  it("leaves a readable text alone", () => {
    expect(shortenText('{\n  "a": 1\n}')).toEqual({ text: '{\n  "a": 1\n}', cut: false });
  });

  it("cuts after many lines, in a long line, and after many characters", () => {
    const lines = shortenText("x\n".repeat(shownLines * 2));
    expect([lines.cut, lines.text.split("\n").length]).toEqual([true, shownLines]);
    const line = shortenText("x".repeat(shownLineLength + 1));
    expect(line).toEqual({ text: `${"x".repeat(shownLineLength)}…`, cut: true });
    expect(shortenText("x\n".repeat(shownCharacters)).text.length).toBeLessThanOrEqual(shownCharacters);
  });
});

describe("formatSize", () => {
  it("speaks of bytes, kB and MB", () => {
    expect([0, 1, 999, 1_234, 5_600_000].map(formatSize)).toEqual([
      "0 bytes",
      "1 byte",
      "999 bytes",
      "1.2 kB",
      "5.6 MB",
    ]);
  });
});
