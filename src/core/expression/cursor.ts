import { maximumExpressionLength } from "./ast";
import { ExpressionError } from "./errors";
import { nextToken, type SymbolText, type Token, tooLong } from "./tokenize";

/** Goes through the tokens of one expression; `token` is the next one that was not taken yet. */
export class Cursor {
  token: Token;

  constructor(
    private readonly source: string,
    private readonly start: number,
  ) {
    this.token = this.read(start);
  }

  /** Takes the next token and reads the one behind it. */
  advance(): Token {
    const taken = this.token;
    this.token = this.read(taken.end);
    return taken;
  }

  private read(offset: number): Token {
    const token = nextToken(this.source, offset);
    if (token.position - this.start <= maximumExpressionLength) return token;
    throw tooLong(this.start);
  }

  take(text: SymbolText): Token {
    if (!this.isSymbol(text)) throw this.error(`"${text}" is expected here, not ${this.describe()}.`);
    return this.advance();
  }

  isSymbol(text: SymbolText): boolean {
    return this.token.kind === "symbol" && this.token.text === text;
  }

  /** Keywords are names like any other; only where they stand makes them keywords. */
  isWord(text: string): boolean {
    return this.token.kind === "name" && this.token.text === text;
  }

  error(message: string): ExpressionError {
    return new ExpressionError("syntax_error", message, this.token.position);
  }

  /** The next token as an error message names it. */
  describe(): string {
    const { kind, text } = this.token;
    if (kind === "end") return "the end of the text";
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    return kind === "string" ? `the text ${shown}` : `"${shown}"`;
  }
}
