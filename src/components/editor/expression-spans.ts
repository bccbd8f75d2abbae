import { ExpressionError } from "@/core/expression/errors";
import { nextToken, type Token } from "@/core/expression/tokenize";

export type SpanKind = "brace" | "name" | "word" | "constant" | "string" | "number" | "symbol";

/** A stretch of text that has a colour of its own. */
export interface Span {
  from: number;
  to: number;
  kind: SpanKind;
}

const words: ReadonlySet<string> = new Set(["and", "or", "not"]);
const constants: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** The parts of an expression; of one that goes wrong, those before its mistake. */
export function expressionSpans(text: string): Span[] {
  return readSpans(text, 0, false).spans;
}

/** The parts of every `{{ … }}` in a text. */
export function templateSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let opening = text.indexOf("{{"); opening !== -1; ) {
    spans.push({ from: opening, to: opening + 2, kind: "brace" });
    const inner = readSpans(text, opening + 2, true);
    spans.push(...inner.spans);
    opening = text.indexOf("{{", Math.max(inner.end, opening + 2));
  }
  return spans;
}

function readSpans(text: string, start: number, isTemplate: boolean): { spans: Span[]; end: number } {
  const spans: Span[] = [];
  let position = start;
  for (;;) {
    const token = tokenOrNothing(text, position);
    if (token === undefined || token.kind === "end") return { spans, end: position };
    const kind = kindOf(token);
    spans.push({ from: token.position, to: token.end, kind });
    position = token.end;
    if (isTemplate && kind === "brace" && token.text === "}}") return { spans, end: position };
  }
}

function tokenOrNothing(text: string, position: number): Token | undefined {
  try {
    return nextToken(text, position);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function kindOf(token: Token): SpanKind {
  switch (token.kind) {
    case "name":
      if (words.has(token.text)) return "word";
      return constants.has(token.text) ? "constant" : "name";
    case "string":
    case "number":
      return token.kind;
    default:
      return token.text === "{{" || token.text === "}}" ? "brace" : "symbol";
  }
}
