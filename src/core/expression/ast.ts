import type { ExactNumber } from "../json";

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** One step of a path: `.name` and `["any key"]` are keys, `[0]` is an index. */
export interface Segment {
  key: string | number;
  position: number;
}

/** Where a path starts. */
export type PathRoot =
  | { kind: "trigger" }
  | { kind: "step"; nodeId: string }
  | { kind: "secret"; key: string }
  | { kind: "run" }
  | { kind: "app" };

export interface PathExpression {
  kind: "path";
  root: PathRoot;
  /** what follows the root; `steps.x.output`, `secrets.KEY`, `run.id` and `app.url` are the root itself */
  segments: Segment[];
  position: number;
}

export interface LiteralExpression {
  kind: "literal";
  value: null | boolean | number | string | ExactNumber;
  position: number;
}

/**
 * A parsed expression. Parentheses and `{{ }}` around an operand leave no trace. Chains of one operator are one node
 * with many operands, so that a long chain is not a deep tree. `position` is where an error about the node points to.
 */
export type Expression =
  | LiteralExpression
  | PathExpression
  | { kind: "not"; operand: Expression; position: number }
  | { kind: "and" | "or" | "fallback"; operands: Expression[]; position: number }
  | { kind: "comparison"; operator: ComparisonOperator; left: Expression; right: Expression; position: number };

/** The longest text of one expression. */
export const maximumExpressionLength = 10_000;

/** The deepest nesting of parentheses, `{{ }}` and `not`. */
export const maximumExpressionDepth = 100;

export const secretKeyPattern = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Something outside of an expression that it reads. */
export type Reference =
  | { kind: "step"; nodeId: string; position: number }
  | { kind: "secret"; key: string; position: number }
  | { kind: "trigger" | "run" | "app"; position: number };

/** Everything that an expression reads, in the order of its text, repetitions included. */
export function referencesOf(expression: Expression): Reference[] {
  const references: Reference[] = [];
  visit(expression, (part) => {
    if (part.kind === "path") references.push({ ...part.root, position: part.position });
  });
  return references;
}

/** Whether evaluating an expression could read a secret. */
export function namesSecret(expression: Expression): boolean {
  return referencesOf(expression).some((reference) => reference.kind === "secret");
}

/** Calls `enter` for an expression and for all its parts, from left to right. */
export function visit(expression: Expression, enter: (part: Expression) => void): void {
  enter(expression);
  for (const part of partsOf(expression)) visit(part, enter);
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "not":
      return [expression.operand];
    case "and":
    case "or":
    case "fallback":
      return expression.operands;
    case "comparison":
      return [expression.left, expression.right];
    default:
      return [];
  }
}
