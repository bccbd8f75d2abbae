import type { Expression, PathExpression, PathRoot } from "./ast";
import { isPlainName } from "./tokenize";

/** How tightly a node binds; an operand that binds less than its place asks for stands in parentheses. */
const binding = { or: 0, and: 1, not: 2, comparison: 3, fallback: 4, literal: 5, path: 5 } as const satisfies Record<
  Expression["kind"],
  number
>;

const words = { or: " or ", and: " and ", fallback: " ?? " } as const;

/** Prints an expression in its one canonical form; parsing that gives the same expression again (but for positions). */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "literal":
      return typeof expression.value === "string" ? JSON.stringify(expression.value) : String(expression.value);
    case "path":
      return printPath(expression);
    case "not":
      return `not ${printOperand(expression.operand, binding.not)}`;
    case "comparison":
      return `${printOperand(expression.left, binding.fallback)} ${expression.operator} ${printOperand(expression.right, binding.fallback)}`;
    default:
      return expression.operands
        .map((operand) => printOperand(operand, binding[expression.kind] + 1))
        .join(words[expression.kind]);
  }
}

function printOperand(operand: Expression, atLeast: number): string {
  const text = printExpression(operand);
  return binding[operand.kind] < atLeast ? `(${text})` : text;
}

/** Prints a path, or its beginning: the root and the first segments. */
export function printPath(path: PathExpression, segmentCount = path.segments.length): string {
  const segments = path.segments.slice(0, segmentCount).map(({ key }) => printSegment(key));
  return printRoot(path.root) + segments.join("");
}

export function printSegment(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return isPlainName(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function printRoot(root: PathRoot): string {
  switch (root.kind) {
    case "trigger":
      return "trigger";
    case "step":
      return `steps${printSegment(root.nodeId)}.output`;
    case "secret":
      return `secrets.${root.key}`;
    case "run":
      return "run.id";
    case "app":
      return "app.url";
  }
}
