import { type ComparisonOperator, type Expression, maximumExpressionDepth, maximumExpressionLength } from "./ast";
import { ExpressionError } from "./errors";
import { parsePath } from "./parse-path";
import { nextToken, type SymbolText, type Token } from "./tokenize";

/**
 * Parses one expression.
 *
 * @throws ExpressionError
 */
export function parseExpression(source: string): Expression {
  if (source.length > maximumExpressionLength) throw tooLong(0);
  const parser = new Parser(source, 0);
  const expression = parser.expression();
  if (parser.token.kind !== "end") throw parser.expectedOperator();
  return expression;
}

/**
 * Parses the expression of a template whose `{{` stands at `opening`; `end` is the offset behind its `}}`.
 *
 * @throws ExpressionError
 */
export function parseTemplateExpression(source: string, opening: number): { expression: Expression; end: number } {
  const parser = new Parser(source, opening);
  parser.take("{{");
  const expression = parser.expression();
  const end = parser.token.end;
  if (!parser.isSymbol("}}")) throw parser.token.kind === "end" ? unclosedTemplate(opening) : parser.expectedOperator();
  return { expression, end };
}

const comparisonOperators: ReadonlySet<string> = new Set<ComparisonOperator>(["==", "!=", "<", "<=", ">", ">="]);
const keywords: ReadonlySet<string> = new Set(["and", "or", "not"]);
const constants: ReadonlyMap<string, null | boolean> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Recursive descent, one method a level of precedence; `token` is the next one that was not taken yet. */
export class Parser {
  token: Token;
  private depth = 0;

  constructor(
    private readonly source: string,
    private readonly start: number,
  ) {
    this.token = nextToken(source, start);
  }

  expression(): Expression {
    return this.chain(
      "or",
      () => this.isWord("or"),
      () => this.conjunction(),
    );
  }

  private conjunction(): Expression {
    return this.chain(
      "and",
      () => this.isWord("and"),
      () => this.negation(),
    );
  }

  private negation(): Expression {
    if (!this.isWord("not")) return this.comparison();
    const { position } = this.advance();
    return { kind: "not", operand: this.nested(position, () => this.negation()), position };
  }

  private comparison(): Expression {
    const left = this.fallback();
    if (!this.isComparison()) return left;
    const { text, position } = this.advance();
    const right = this.fallback();
    if (this.isComparison()) {
      throw this.error(
        `Two comparisons cannot follow each other; join them with "and", or put parentheses around one.`,
      );
    }
    // isComparison has checked the text.
    return { kind: "comparison", operator: text as ComparisonOperator, left, right, position };
  }

  private fallback(): Expression {
    return this.chain(
      "fallback",
      () => this.isSymbol("??"),
      () => this.primary(),
    );
  }

  private primary(): Expression {
    const { token } = this;
    const { position } = token;
    if (token.kind === "number" || token.kind === "string") {
      this.advance();
      return { kind: "literal", value: token.value, position };
    }
    if (this.isSymbol("(")) return this.enclosed("(", ")", `The "(" that stands here is not closed with ")".`);
    if (this.isSymbol("{{")) return this.enclosed("{{", "}}", unclosedTemplate(position).message);
    const constant = token.kind === "name" ? constants.get(token.text) : undefined;
    if (constant !== undefined) {
      this.advance();
      return { kind: "literal", value: constant, position };
    }
    if (token.kind !== "name" || keywords.has(token.text)) throw this.expectedValue();
    return parsePath(this);
  }

  private enclosed(opening: SymbolText, closing: SymbolText, unclosed: string): Expression {
    const { position } = this.take(opening);
    const inner = this.nested(position, () => this.expression());
    if (this.isSymbol(closing)) {
      this.advance();
      return inner;
    }
    if (this.token.kind === "end" || this.isSymbol("}}")) throw new ExpressionError("syntax_error", unclosed, position);
    throw this.expectedOperator();
  }

  private chain(kind: "and" | "or" | "fallback", continues: () => boolean, operand: () => Expression): Expression {
    const first = operand();
    if (!continues()) return first;
    const operands = [first];
    while (continues()) {
      this.advance();
      operands.push(operand());
    }
    return { kind, operands, position: first.position };
  }

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

  isSymbol(text: SymbolText): boolean {
    return this.token.kind === "symbol" && this.token.text === text;
  }

  private isWord(text: string): boolean {
    return this.token.kind === "name" && this.token.text === text;
  }

  private isComparison(): boolean {
    return this.token.kind === "symbol" && comparisonOperators.has(this.token.text);
  }

  /** Takes the next token and reads the one behind it. */
  advance(): Token {
    const taken = this.token;
    this.token = nextToken(this.source, taken.end);
    if (this.token.position - this.start > maximumExpressionLength) throw tooLong(this.start);
    return taken;
  }

  take(text: SymbolText): Token {
    if (!this.isSymbol(text)) throw this.error(`"${text}" is expected here, not ${describeToken(this.token)}.`);
    return this.advance();
  }

  error(message: string): ExpressionError {
    return new ExpressionError("syntax_error", message, this.token.position);
  }

  private expectedValue(): ExpressionError {
    return this.error(
      `A value is expected here (a path such as trigger.amount, a number, a text in quotes, true, false or null), not ${describeToken(this.token)}.`,
    );
  }

  expectedOperator(): ExpressionError {
    return this.error(`An operator or the end of the expression is expected here, not ${describeToken(this.token)}.`);
  }
}

function describeToken(token: Token): string {
  if (token.kind === "end") return "the end of the text";
  const text = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
  return token.kind === "string" ? `the text ${text}` : `"${text}"`;
}

function tooLong(position: number): ExpressionError {
  return new ExpressionError(
    "budget_exceeded",
    `An expression has at most ${maximumExpressionLength} characters.`,
    position,
  );
}

function unclosedTemplate(opening: number): ExpressionError {
  return new ExpressionError(
    "syntax_error",
    `The template that starts here with "{{" is not closed with "}}".`,
    opening,
  );
}
