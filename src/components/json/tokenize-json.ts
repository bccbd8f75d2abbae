export type TokenKind = "key" | "string" | "number" | "atom" | "text";

export interface Token {
  kind: TokenKind;
  text: string;
  /** where the token starts; identifies it */
  at: number;
}

const pattern = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|([^"\-\dtfn]+|.)/gs;

/** Cuts printed JSON into coloured pieces. It never fails: a text that was cut off is coloured as far as it goes. */
export function tokenizeJson(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const [whole, string, colon, number, atom] = match;
    const at = match.index;
    if (string !== undefined && colon !== undefined) {
      tokens.push({ kind: "key", text: string, at }, { kind: "text", text: colon, at: at + string.length });
    } else if (string !== undefined) tokens.push({ kind: "string", text: string, at });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, at });
    else if (atom !== undefined) tokens.push({ kind: "atom", text: atom, at });
    else tokens.push({ kind: "text", text: whole, at });
  }
  return tokens;
}
