import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberText } from "../../tests/support/expression-arbitraries";
import { orderOfNumbers } from "../../tests/support/expression-reference";
import { compareDecimals, parseDecimal } from "./decimal";
import { canonicalNumber } from "./json";

function order(left: string, right: string): number {
  const [leftDecimal, rightDecimal] = [parseDecimal(left), parseDecimal(right)];
  if (!leftDecimal || !rightDecimal) throw new Error("not a number");
  return Math.sign(compareDecimals(leftDecimal, rightDecimal));
}

describe("compareDecimals", () => {
  it("agrees with fractions of integers", () => {
    fc.assert(
      fc.property(numberText, numberText, (left, right) => {
        expect(order(left, right)).toBe(orderOfNumbers(left, right));
        expect(order(left, left)).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it("agrees on numbers that differ in one digit only", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.constantFrom(-1n, 0n, 1n), fc.nat({ max: 30 }), (number, step, zeros) => {
        const left = `${number}`;
        const right = `${number + step}${zeros > 0 ? `.${"0".repeat(zeros)}` : ""}`;
        expect(order(left, right)).toBe(orderOfNumbers(left, right));
      }),
    );
  });

  it.each([
    ["9007199254740993", "9007199254740992", 1],
    ["1.0", "1", 0],
    ["10e-1", "1", 0],
    ["-0", "0", 0],
    ["0e999999999999", "0.000", 0],
    ["1e400", "1", 1],
    ["-1e400", "1", -1],
    ["1e-400", "0", 1],
    ["-1e-400", "0", -1],
    ["1e999999999999999999999", "1e999999999999999999998", 1],
    ["1e999999999999999999999", "10e999999999999999999998", 0],
    ["0.1", "0.1000000000000000055511151231257827", -1],
    ["12", "123", -1],
    ["12", "119", -1],
    ["-12", "-123", 1],
  ])("%s against %s", (left, right, expected) => {
    expect(order(left, right)).toBe(expected);
    expect(order(right, left)).toBe(expected === 0 ? 0 : -expected);
  });

  it("takes time in proportion to the text", () => {
    const zeros = "0".repeat(1_000_000);
    expect(order(`1${zeros}1`, `1${zeros}2`)).toBe(-1);
    expect(order(`0.${zeros}1`, "0")).toBe(1);
    expect(canonicalNumber(`1${zeros}`)).toBe("1e1000000");
  });

  it("answers undefined for what is no number", () => {
    for (const text of ["", "NaN", "Infinity", "1.", ".5", "1e", "0x1", " 1", "1n"])
      expect(parseDecimal(text)).toBeUndefined();
  });
});
