import type { Expression, PathExpression } from "@/core/expression/ast";
import type { Scope } from "@/core/expression/scope";
import { ExactNumber, type Json } from "@/core/json";

/**
 * The meaning of expressions, written a second time from the guide and in another manner: values or the kind of error
 * are returned, numbers are fractions of integers, objects are compared by sorted entries.
 */
export type Meaning = { value: Json } | { error: "missing_path" | "type_error" | "secret_not_allowed" };

export function meaningOf(expression: Expression, scope: Scope): Meaning {
  if (expression.kind === "literal") return { value: expression.value };
  if (expression.kind === "path") return meaningOfPath(expression, scope);
  if (expression.kind === "not") {
    const operand = meaningOf(expression.operand, scope);
    if ("error" in operand) return operand;
    if (operand.value === true) return { value: false };
    return operand.value === false ? { value: true } : { error: "type_error" };
  }
  if (expression.kind === "comparison") {
    const left = meaningOf(expression.left, scope);
    if ("error" in left) return left;
    const right = meaningOf(expression.right, scope);
    if ("error" in right) return right;
    return compared(expression.operator, left.value, right.value);
  }
  const [first, ...rest] = expression.operands;
  if (first === undefined) throw new Error("A chain without operands.");
  if (rest.length === 0)
    return expression.kind === "fallback" ? meaningOf(first, scope) : onlyBoolean(meaningOf(first, scope));
  const others: Expression = { ...expression, operands: rest };
  const head = meaningOf(first, scope);
  if (expression.kind === "fallback") {
    const absent = "error" in head ? head.error === "missing_path" : head.value === null;
    return absent ? meaningOf(others, scope) : head;
  }
  const decided = onlyBoolean(head);
  if ("error" in decided) return decided;
  return decided.value === (expression.kind === "or") ? decided : meaningOf(others, scope);
}

function onlyBoolean(meaning: Meaning): Meaning {
  return "error" in meaning || meaning.value === true || meaning.value === false ? meaning : { error: "type_error" };
}

function meaningOfPath({ root, segments }: PathExpression, scope: Scope): Meaning {
  let value: Json | undefined;
  if (root.kind === "trigger") value = scope.trigger;
  else if (root.kind === "run") value = scope.run.id;
  else if (root.kind === "app") value = scope.app.url;
  else if (root.kind === "secret") {
    if (scope.secret === undefined) return { error: "secret_not_allowed" };
    value = scope.secret(root.key);
  } else {
    const step = scope.step(root.nodeId);
    value = step !== undefined && "output" in step ? step.output : undefined;
  }
  for (const { key } of segments) value = value === undefined ? undefined : inside(value, key);
  return value === undefined ? { error: "missing_path" } : { value };
}

function inside(value: Json, key: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof key === "number" ? value.at(key) : undefined;
  if (!isObject(value) || typeof key === "number") return undefined;
  return new Map(Object.entries(value)).get(key);
}

function isObject(value: Json): value is { [key: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof ExactNumber);
}

function compared(operator: string, left: Json, right: Json): Meaning {
  if (operator === "==") return { value: same(left, right) };
  if (operator === "!=") return { value: !same(left, right) };
  let order: number;
  if (typeof left === "string" && typeof right === "string")
    order = left === right ? 0 : [left, right].sort()[0] === left ? -1 : 1;
  else if (isNumber(left) && isNumber(right)) order = orderOfNumbers(String(left), String(right));
  else return { error: "type_error" };
  return { value: { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[operator] === true };
}

function isNumber(value: Json): boolean {
  return typeof value === "number" || value instanceof ExactNumber;
}

/** The order of two numbers given as texts, by fractions of integers. */
export function orderOfNumbers(left: string, right: string): number {
  const [leftTop, leftBottom] = fraction(left);
  const [rightTop, rightBottom] = fraction(right);
  const difference = leftTop * rightBottom - rightTop * leftBottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function fraction(text: string): [bigint, bigint] {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.split(".");
  const shift = Number(power) - decimals.length;
  const top = BigInt(whole.replace("-", "") + decimals) * (text.startsWith("-") ? -1n : 1n);
  return shift >= 0 ? [top * 10n ** BigInt(shift), 1n] : [top, 10n ** BigInt(-shift)];
}

function same(left: Json, right: Json): boolean {
  if (isNumber(left) && isNumber(right)) return orderOfNumbers(String(left), String(right)) === 0;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => same(item, right[index] ?? null));
  }
  if (isObject(left) && isObject(right)) {
    const leftEntries = sortedEntries(left);
    const rightEntries = sortedEntries(right);
    if (leftEntries.length !== rightEntries.length) return false;
    return leftEntries.every(([key, value], index) => {
      const [otherKey, other] = rightEntries[index] ?? ["", null];
      return key === otherKey && same(value, other);
    });
  }
  return left === right;
}

function sortedEntries(value: { [key: string]: Json }): [string, Json][] {
  return Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
}
