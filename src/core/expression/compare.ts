import { compareDecimals, parseDecimal } from "../decimal";
import { ExactNumber, isJsonObject, type Json } from "../json";
import type { Budget } from "./budget";

export type ExpressionNumber = number | ExactNumber;

export function isNumber(value: Json): value is ExpressionNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

/**
 * The exact order of two numbers by their decimal texts: negative, zero or positive. `9007199254740993` differs from
 * `9007199254740992`, `1.0` equals `1`, and `1e400` is a number like any other.
 */
export function compareNumbers(left: ExpressionNumber, right: ExpressionNumber): number {
  if (typeof left === "number" && typeof right === "number") return left < right ? -1 : left > right ? 1 : 0;
  const leftDecimal = parseDecimal(String(left));
  const rightDecimal = parseDecimal(String(right));
  // JSON has no other numbers; a plain NaN or Infinity is a defect of whoever made it.
  if (!leftDecimal || !rightDecimal) throw new TypeError(`Not a JSON number: ${leftDecimal ? right : left}.`);
  return compareDecimals(leftDecimal, rightDecimal);
}

/** Pays for a comparison: the exponent of a number from outside may itself have millions of digits. */
export function spendNumbers(left: ExpressionNumber, right: ExpressionNumber, budget: Budget, position: number): void {
  if (left instanceof ExactNumber) budget.spendSteps(left.text.length >> 2, position);
  if (right instanceof ExactNumber) budget.spendSteps(right.text.length >> 2, position);
}

/** Whether two values are the same JSON: numbers by value, objects whatever the order of their keys; across types never. */
export function equalValues(left: Json, right: Json, budget: Budget, position: number): boolean {
  // A stack of pairs instead of recursion, so that no depth of data can exhaust the call stack.
  const pairs: [Json, Json][] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    budget.spendSteps(1, position);
    if (!equalUpToChildren(pair[0], pair[1], pairs, budget, position)) return false;
  }
  return true;
}

function equalUpToChildren(left: Json, right: Json, pairs: [Json, Json][], budget: Budget, position: number): boolean {
  if (isNumber(left) && isNumber(right)) {
    spendNumbers(left, right, budget, position);
    return compareNumbers(left, right) === 0;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return false;
    budget.spendSteps(left.length, position);
    // Both have the same length.
    for (const [index, item] of left.entries()) pairs.push([item, right[index] as Json]);
    return true;
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    budget.spendSteps(keys.length, position);
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      // An own key of both.
      pairs.push([left[key] as Json, right[key] as Json]);
    }
    return true;
  }
  return left === right;
}
