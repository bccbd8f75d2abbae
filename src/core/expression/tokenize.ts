import { type ExactNumber, numberFromText } from "../json";
import { maximumExpressionLength } from "./ast";
import { ExpressionError } from "./errors";

const symbols = ["{{", "}}", ">=", "<=", "==", "!=", "??", "(", ")", "[", "]", ".", ">", "<"] as const;

export type SymbolText = (typeof symbols)[number];

/** `position` and `end` are offsets in the source; `text` is what stands there. */
export type Token = { position: number; end: number; text: string } & (
  | { kind: "name" }
  | { kind: "number"; value: number | ExactNumber }
  | { kind: "string"; value: string }
  | { kind: "symbol"; text: SymbolText }
  | { kind: "end" }
);

/** A name in a path: as in most languages, and with `-` inside, because node ids have it and there is no subtraction. */
const namePattern = /[\p{L}_$][\p{L}\p{M}\p{N}_$-]*/uy;
const wholeNamePattern = /^[\p{L}_$][\p{L}\p{M}\p{N}_$-]*$/u;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const blankPattern = /\s*/y;
const wordCharacter = /[\p{L}\p{M}\p{N}_$.]/u;

/** Whether `.text` may follow in a path; other keys are written `["text"]`. */
export function isPlainName(text: string): boolean {
  return wholeNamePattern.test(text);
}

/**
 * The token at or after an offset. The parser pulls tokens one by one, so that inside `text {{ … }} text` it decides
 * where the template ends and never looks at the text behind it.
 */
export function nextToken(source: string, offset: number): Token {
  const position = offset + match(blankPattern, source, offset).length;
  if (position >= source.length) return { kind: "end", position, end: position, text: "" };
  const first = source.charAt(position);
  if (first === '"' || first === "'") return stringToken(source, position);
  const name = match(namePattern, source, position);
  if (name !== "") return { kind: "name", position, end: position + name.length, text: name };
  const number = match(numberPattern, source, position);
  if (number !== "") return numberToken(source, position, number);
  const symbol = symbols.find((candidate) => source.startsWith(candidate, position));
  if (symbol !== undefined) return { kind: "symbol", position, end: position + symbol.length, text: symbol };
  throw unexpectedCharacter(source, position);
}

function match(pattern: RegExp, source: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0] ?? "";
}

function numberToken(source: string, position: number, text: string): Token {
  const end = position + text.length;
  if (wordCharacter.test(characterAt(source, end))) {
    throw new ExpressionError(
      "syntax_error",
      `A number is written as in JSON, for example 0.5, -12 or 1e3; ${JSON.stringify(text + characterAt(source, end))} does not go on like one.`,
      position,
    );
  }
  return { kind: "number", position, end, text, value: numberFromText(text) };
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

function stringToken(source: string, position: number): Token {
  const quote = source.charAt(position);
  const pieces: string[] = [];
  let index = position + 1;
  let pieceStart = index;
  // A longer one is refused whatever it holds; whoever wrote a megabyte is not made to wait for that.
  const limit = Math.min(source.length, position + maximumExpressionLength + 2);
  for (; index < limit; index++) {
    const character = source.charAt(index);
    if (character === quote) {
      pieces.push(source.slice(pieceStart, index));
      return {
        kind: "string",
        position,
        end: index + 1,
        text: source.slice(position, index + 1),
        value: pieces.join(""),
      };
    }
    if (character < " ") {
      throw new ExpressionError(
        "syntax_error",
        "A text in quotes is on one line; write a line break as \\n and a tab as \\t, or close the quotes.",
        index,
      );
    }
    if (character === "\\") {
      const escaped = readEscape(source, index);
      pieces.push(source.slice(pieceStart, index), escaped.value);
      index += escaped.length - 1;
      pieceStart = index + 1;
    }
  }
  if (limit < source.length) throw tooLong(position);
  throw new ExpressionError("syntax_error", `The text that starts here is not closed with ${quote}.`, position);
}

export function tooLong(position: number): ExpressionError {
  const message = `An expression has at most ${maximumExpressionLength} characters.`;
  return new ExpressionError("budget_exceeded", message, position);
}

function readEscape(source: string, position: number): { value: string; length: number } {
  const letter = source.charAt(position + 1);
  if (letter === "u") {
    const code = source.slice(position + 2, position + 6);
    if (/^[0-9A-Fa-f]{4}$/.test(code)) return { value: String.fromCharCode(Number.parseInt(code, 16)), length: 6 };
  } else if (Object.hasOwn(escapes, letter)) {
    return { value: escapes[letter] ?? "", length: 2 };
  }
  throw new ExpressionError(
    "syntax_error",
    "After \\ follows one of \" ' \\ / b f n r t, or u and four hexadecimal digits; a backslash itself is \\\\.",
    position,
  );
}

const hints: Readonly<Record<string, string>> = {
  "=": "Compare with ==.",
  "&": 'Write "and".',
  "|": 'Write "or".',
  "!": 'Write "not", or != for "is different from".',
  "?": "The operator for a missing value is ??.",
  "{": "A template starts with {{; a single { has no meaning here.",
  "}": "A template ends with }}; a single } has no meaning here.",
  "+": "There is no arithmetic in expressions.",
  "-": "There is no arithmetic in expressions; a negative number has its digits directly after the -.",
  "*": "There is no arithmetic in expressions.",
  "/": "There is no arithmetic in expressions.",
  "%": "There is no arithmetic in expressions.",
};

function unexpectedCharacter(source: string, position: number): ExpressionError {
  const character = characterAt(source, position);
  const hint = Object.hasOwn(hints, character) ? ` ${hints[character]}` : "";
  return new ExpressionError(
    "syntax_error",
    `The character ${JSON.stringify(character)} cannot stand here.${hint}`,
    position,
  );
}

/** The whole character at an offset, also where it takes two units. */
function characterAt(source: string, position: number): string {
  const code = source.codePointAt(position);
  return code === undefined ? "" : String.fromCodePoint(code);
}
