import { isJsonObject, type Json } from "../json";
import { describeValue, typeOf } from "../kinds/describe-value";
import { type ComparisonOperator, type Expression, namesSecret, type PathExpression, type PathRoot } from "./ast";
import { Budget } from "./budget";
import { compareNumbers, equalValues, isNumber, spendNumbers } from "./compare";
import { ExpressionError } from "./errors";
import { printExpression, printPath, printSegment } from "./print";
import type { Scope } from "./scope";

/**
 * The value of an expression. Only own properties of data are read, and nothing is called but the scope.
 *
 * @throws ExpressionError
 */
export function evaluateExpression(expression: Expression, scope: Scope, budget = new Budget()): Json {
  budget.spendSteps(1, expression.position);
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "path":
      return readPath(expression, scope, budget);
    case "not":
      return !evaluateBoolean(expression.operand, "not", scope, budget);
    case "and":
      return expression.operands.every((operand) => evaluateBoolean(operand, "and", scope, budget));
    case "or":
      return expression.operands.some((operand) => evaluateBoolean(operand, "or", scope, budget));
    case "comparison": {
      const left = evaluateExpression(expression.left, scope, budget);
      const right = evaluateExpression(expression.right, scope, budget);
      if (expression.operator === "==") return equalValues(left, right, budget, expression.position);
      if (expression.operator === "!=") return !equalValues(left, right, budget, expression.position);
      return holds(expression.operator, order(expression, left, right, budget));
    }
    case "fallback":
      return firstPresent(expression.operands, scope, budget);
  }
}

function evaluateBoolean(operand: Expression, operator: string, scope: Scope, budget: Budget): boolean {
  const value = evaluateExpression(operand, scope, budget);
  if (typeof value === "boolean") return value;
  throw new ExpressionError(
    "type_error",
    `"${operator}" takes only true and false, but ${describeOperand(operand, value)}. Compare the value with something, for example with == or >.`,
    operand.position,
  );
}

type Comparison = Extract<Expression, { kind: "comparison" }>;

function order(
  { operator, left, right, position }: Comparison,
  leftValue: Json,
  rightValue: Json,
  budget: Budget,
): number {
  if (isNumber(leftValue) && isNumber(rightValue)) {
    spendNumbers(leftValue, rightValue, budget, position);
    return compareNumbers(leftValue, rightValue);
  }
  if (typeof leftValue === "string" && typeof rightValue === "string")
    return leftValue < rightValue ? -1 : leftValue > rightValue ? 1 : 0;
  const operands = `${describeOperand(left, leftValue)} and ${describeOperand(right, rightValue)}`;
  throw new ExpressionError(
    "type_error",
    `"${operator}" compares two numbers or two texts, but ${operands}. A text of digits is not a number.`,
    position,
  );
}

function holds(operator: Exclude<ComparisonOperator, "==" | "!=">, result: number): boolean {
  switch (operator) {
    case "<":
      return result < 0;
    case "<=":
      return result <= 0;
    case ">":
      return result > 0;
    case ">=":
      return result >= 0;
  }
}

/** The first operand that is neither missing nor null; the last one as it is. */
function firstPresent(operands: readonly Expression[], scope: Scope, budget: Budget): Json {
  for (const operand of operands.slice(0, -1)) {
    try {
      const value = evaluateExpression(operand, scope, budget);
      if (value !== null) return value;
    } catch (error) {
      if (!(error instanceof ExpressionError && error.code === "missing_path")) throw error;
    }
  }
  // The parser makes no chain without operands, so there is a last one.
  return evaluateExpression(operands.at(-1) as Expression, scope, budget);
}

function readPath(path: PathExpression, scope: Scope, budget: Budget): Json {
  let value = readRoot(path.root, scope, path);
  for (const [index, { key, position }] of path.segments.entries()) {
    budget.spendSteps(1, position);
    // The length and the own key say that there is a value.
    if (Array.isArray(value) && typeof key === "number" && key < value.length) value = value[key] as Json;
    else if (isJsonObject(value) && typeof key === "string" && Object.hasOwn(value, key)) value = value[key] as Json;
    else throw missing(path, `${printPath(path, index)} ${describeGap(value, key)}`, position);
  }
  return value;
}

function readRoot(root: PathRoot, scope: Scope, path: PathExpression): Json {
  switch (root.kind) {
    case "trigger":
      return scope.trigger;
    case "run":
      return scope.run.id;
    case "app":
      return scope.app.url;
    case "step":
      return readStep(root.nodeId, scope, path);
    case "secret":
      return readSecret(root.key, scope, path);
  }
}

function readStep(nodeId: string, scope: Scope, path: PathExpression): Json {
  const step = scope.step(nodeId);
  if (step?.state === "succeeded") return step.output;
  throw missing(
    path,
    step ? `the step "${nodeId}" has not finished` : `the step "${nodeId}" did not run`,
    path.position,
  );
}

function readSecret(key: string, scope: Scope, path: PathExpression): Json {
  if (!scope.secret) throw secretNotAllowed(key, path.position);
  const value = scope.secret(key);
  if (value === undefined) throw missing(path, `there is no secret with the key ${key}`, path.position);
  return value;
}

export function secretNotAllowed(key: string, position: number): ExpressionError {
  const message = `The secret ${key} cannot be used here: secrets are only for what leaves the system, that is the url, headers, query and body of an HTTP request.`;
  return new ExpressionError("secret_not_allowed", message, position);
}

function missing(path: PathExpression, reason: string, position: number): ExpressionError {
  return new ExpressionError(
    "missing_path",
    `${shorten(printPath(path))} is missing: ${shorten(reason)}. Where it may be missing, give another value with ??.`,
    position,
  );
}

function describeGap(value: Json, key: string | number): string {
  const segment = shorten(printSegment(key));
  if (Array.isArray(value)) {
    return typeof key === "number"
      ? `has ${value.length === 1 ? "1 item" : `${value.length} items`}, so there is no ${segment}`
      : `is an array, which has no key ${segment}; its items are [0], [1] and so on`;
  }
  if (isJsonObject(value)) {
    return typeof key === "number"
      ? `is an object, which has no items; its keys are .name or ["name"]`
      : `has no key ${segment}`;
  }
  return `is ${typeOf(value)}, which has nothing inside`;
}

/** An operand and its value, as an error names them; never the value of a secret, or what was made from one. */
function describeOperand(operand: Expression, value: Json): string {
  const text = shorten(printExpression(operand));
  if (namesSecret(operand)) return `${text} is ${typeOf(value)} that is not shown`;
  return `${text} is ${describeValue(value)}`;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
