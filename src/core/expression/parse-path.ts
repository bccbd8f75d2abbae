import { type PathExpression, type PathRoot, type Segment, secretKeyPattern } from "./ast";
import type { Cursor } from "./cursor";
import { ExpressionError } from "./errors";
import type { Token } from "./tokenize";

/** Parses a path; the next token is its first name. */
export function parsePath(cursor: Cursor): PathExpression {
  const { text, position } = cursor.advance();
  const segments = parseSegments(cursor);
  return { kind: "path", root: takeRoot(text, segments, position), segments, position };
}

function parseSegments(cursor: Cursor): Segment[] {
  const segments: Segment[] = [];
  for (;;) {
    if (cursor.isSymbol(".")) {
      cursor.advance();
      segments.push(nameSegment(cursor));
    } else if (cursor.isSymbol("[")) {
      cursor.advance();
      segments.push(bracketSegment(cursor));
    } else {
      return segments;
    }
  }
}

function nameSegment(cursor: Cursor): Segment {
  const { token } = cursor;
  if (token.kind === "name") {
    cursor.advance();
    return { key: token.text, position: token.position };
  }
  const hint = token.kind === "number" ? "an item of a list is [0]" : 'a key with other characters is ["any key"]';
  throw cursor.error(`After "." comes a name; ${hint}.`);
}

function bracketSegment(cursor: Cursor): Segment {
  const { token } = cursor;
  const key = bracketKey(token);
  if (key === undefined)
    throw cursor.error(
      'Between [ and ] comes a whole number from 0, or a text in quotes, for example [0] or ["any key"].',
    );
  cursor.advance();
  cursor.take("]");
  return { key, position: token.position };
}

function bracketKey(token: Token): string | number | undefined {
  if (token.kind === "string") return token.value;
  // Digits only: 1.0 and 1e2 are numbers, but not how an index is written.
  if (token.kind === "number" && /^\d+$/.test(token.text) && Number.isSafeInteger(token.value))
    return Number(token.text);
  return undefined;
}

/** Decides what a path reads; what the root takes up is removed from `segments`. */
function takeRoot(name: string, segments: Segment[], position: number): PathRoot {
  switch (name) {
    case "trigger":
      return { kind: "trigger" };
    case "steps":
      return takeStep(segments, position);
    case "secrets":
      return takeSecret(segments, position);
    case "run":
      takeOnly("id", segments, "The only thing to read of run is run.id.", position);
      return { kind: "run" };
    case "app":
      takeOnly("url", segments, "The only thing to read of app is app.url.", position);
      return { kind: "app" };
    default:
      throw unknownName(
        `There is nothing called "${name.length > 100 ? `${name.slice(0, 100)}…` : name}". A path starts with trigger, steps, secrets, run or app; a text stands in quotes.`,
        position,
      );
  }
}

function takeStep(segments: Segment[], position: number): PathRoot {
  const [node, output] = segments;
  if (typeof node?.key !== "string")
    throw unknownName(
      'After steps comes the id of a node, for example steps.check.output or steps["check"].output.',
      node?.position ?? position,
    );
  if (output?.key !== "output") {
    throw unknownName(
      `The only thing to read of a step is its output: steps.${node.key}.output.`,
      output?.position ?? position,
    );
  }
  segments.splice(0, 2);
  return { kind: "step", nodeId: node.key };
}

function takeSecret(segments: Segment[], position: number): PathRoot {
  const [secret, rest] = segments;
  if (typeof secret?.key !== "string" || !secretKeyPattern.test(secret.key)) {
    throw unknownName(
      "After secrets comes the key of a secret: a capital letter, then at most 63 capital letters, digits and _, for example secrets.API_TOKEN.",
      secret?.position ?? position,
    );
  }
  if (rest) throw unknownName(`A secret is a text; there is nothing below secrets.${secret.key}.`, rest.position);
  segments.splice(0, 1);
  return { kind: "secret", key: secret.key };
}

function takeOnly(key: string, segments: Segment[], message: string, position: number): void {
  const [first, rest] = segments;
  if (first?.key !== key || rest) throw unknownName(message, (first?.key === key ? rest : first)?.position ?? position);
  segments.splice(0, 1);
}

function unknownName(message: string, position: number): ExpressionError {
  return new ExpressionError("unknown_name", message, position);
}
