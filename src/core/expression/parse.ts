import { type ComparisonOperator, type Expression, maximumExpressionDepth } from "./ast";
import { Cursor } from "./cursor";
import { ExpressionError } from "./errors";
import { parsePath } from "./parse-path";
import type { SymbolText } from "./tokenize";

/**
 * Parses one expression.
 *
 * @throws ExpressionError
 */
export function parseExpression(source: string): Expression {
  const cursor = new Cursor(source, 0);
  const expression = new Parser(cursor).disjunction();
  if (cursor.token.kind !== "end") throw expectedOperator(cursor);
  return expression;
}

/**
 * Parses the expression of a template whose `{{` stands at `opening`; `end` is the offset behind its `}}`.
 *
 * @throws ExpressionError
 */
export function parseTemplateExpression(source: string, opening: number): { expression: Expression; end: number } {
  const cursor = new Cursor(source, opening);
  cursor.take("{{");
  const expression = new Parser(cursor).disjunction();
  // Not taken, because reading on would look at the text behind the template.
  if (cursor.isSymbol("}}")) return { expression, end: cursor.token.end };
  throw cursor.token.kind === "end" ? unclosed("{{", "}}", opening) : expectedOperator(cursor);
}

const comparisonOperators: ReadonlySet<string> = new Set<ComparisonOperator>(["==", "!=", "<", "<=", ">", ">="]);
const keywords: ReadonlySet<string> = new Set(["and", "or", "not"]);
const constants: ReadonlyMap<string, null | boolean> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Recursive descent, one method a level of precedence, the weakest first. */
class Parser {
  private depth = 0;

  constructor(private readonly cursor: Cursor) {}

  disjunction(): Expression {
    const operands: Operands = [this.conjunction()];
    while (this.skipWord("or")) operands.push(this.conjunction());
    return chain("or", operands);
  }

  private conjunction(): Expression {
    const operands: Operands = [this.negation()];
    while (this.skipWord("and")) operands.push(this.negation());
    return chain("and", operands);
  }

  private negation(): Expression {
    const { position } = this.cursor.token;
    if (!this.skipWord("not")) return this.comparison();
    return { kind: "not", operand: this.nested(position, () => this.negation()), position };
  }

  private comparison(): Expression {
    const left = this.fallback();
    const { position } = this.cursor.token;
    const operator = this.comparisonOperator();
    if (operator === undefined) return left;
    this.cursor.advance();
    const right = this.fallback();
    if (this.comparisonOperator() === undefined) return { kind: "comparison", operator, left, right, position };
    throw this.cursor.error(
      'Two comparisons cannot follow each other; join them with "and", or put parentheses around one.',
    );
  }

  private comparisonOperator(): ComparisonOperator | undefined {
    const { kind, text } = this.cursor.token;
    // The set has just these texts.
    return kind === "symbol" && comparisonOperators.has(text) ? (text as ComparisonOperator) : undefined;
  }

  private fallback(): Expression {
    const operands: Operands = [this.primary()];
    while (this.cursor.isSymbol("??")) {
      this.cursor.advance();
      operands.push(this.primary());
    }
    return chain("fallback", operands);
  }

  private primary(): Expression {
    const { cursor } = this;
    const { token } = cursor;
    if (cursor.isSymbol("(")) return this.enclosed("(", ")");
    if (cursor.isSymbol("{{")) return this.enclosed("{{", "}}");
    if (token.kind === "number" || token.kind === "string") {
      cursor.advance();
      return { kind: "literal", value: token.value, position: token.position };
    }
    if (token.kind !== "name" || keywords.has(token.text)) throw expectedValue(cursor);
    const constant = constants.get(token.text);
    if (constant === undefined) return parsePath(cursor);
    cursor.advance();
    return { kind: "literal", value: constant, position: token.position };
  }

  private enclosed(opening: SymbolText, closing: SymbolText): Expression {
    const { cursor } = this;
    const { position } = cursor.advance();
    const inner = this.nested(position, () => this.disjunction());
    if (cursor.isSymbol(closing)) {
      cursor.advance();
      return inner;
    }
    throw cursor.token.kind === "end" || cursor.isSymbol("}}")
      ? unclosed(opening, closing, position)
      : expectedOperator(cursor);
  }

  /** Counts a level of nesting, so that no text can exhaust the call stack. */
  private nested(position: number, parse: () => Expression): Expression {
    this.depth++;
    if (this.depth > maximumExpressionDepth) {
      throw new ExpressionError(
        "budget_exceeded",
        `The expression is nested deeper than ${maximumExpressionDepth} levels.`,
        position,
      );
    }
    const inner = parse();
    this.depth--;
    return inner;
  }

  private skipWord(text: string): boolean {
    if (!this.cursor.isWord(text)) return false;
    this.cursor.advance();
    return true;
  }
}

type Operands = [Expression, ...Expression[]];

function chain(kind: "and" | "or" | "fallback", operands: Operands): Expression {
  const [first] = operands;
  return operands.length === 1 ? first : { kind, operands, position: first.position };
}

function expectedValue(cursor: Cursor): ExpressionError {
  return cursor.error(
    `A value is expected here (a path such as trigger.amount, a number, a text in quotes, true, false or null), not ${cursor.describe()}.`,
  );
}

function expectedOperator(cursor: Cursor): ExpressionError {
  return cursor.error(`An operator or the end of the expression is expected here, not ${cursor.describe()}.`);
}

function unclosed(opening: SymbolText, closing: SymbolText, position: number): ExpressionError {
  return new ExpressionError(
    "syntax_error",
    `The "${opening}" that stands here is not closed with "${closing}".`,
    position,
  );
}
