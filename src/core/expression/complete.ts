import { isJsonObject, type Json } from "../json";
import { describeValue } from "../kinds/describe-value";
import { ExpressionError } from "./errors";
import { parseTemplateExpression } from "./parse";
import { printSegment } from "./print";
import { nextToken, type Token } from "./tokenize";

/** What an expression at some place may read, with the data of an earlier run where there is any. */
export interface CompletionData {
  trigger: Json | undefined;
  /** the nodes that come before, each with its output where there is one */
  steps: ReadonlyMap<string, Json | undefined>;
  /** undefined: secrets are not allowed here */
  secretKeys: readonly string[] | undefined;
}

export interface CompletionOption {
  /** what is chosen: a key, a node id, a root */
  label: string;
  /** what takes the place of the text from `from` to `to` */
  insert: string;
  /** what the value is, as far as it is known */
  detail: string | undefined;
}

export interface Completion {
  from: number;
  to: number;
  options: readonly CompletionOption[];
}

const mostOptions = 200;
const mostItems = 20;

/** What may follow at an offset of an expression's text; undefined where no path begins or goes on. */
export function completeExpression(text: string, offset: number, data: CompletionData): Completion | undefined {
  return completeFrom(text, 0, offset, data);
}

/** The same in a text with `{{ … }}`: only inside of them. */
export function completeTemplate(text: string, offset: number, data: CompletionData): Completion | undefined {
  const start = templateStart(text, offset);
  return start === undefined ? undefined : completeFrom(text, start, offset, data);
}

/** Where the expression around an offset begins, behind its `{{`. A template that does not parse yet goes on to the end. */
function templateStart(text: string, offset: number): number | undefined {
  for (let opening = text.indexOf("{{"); opening !== -1 && opening + 2 <= offset; ) {
    const end = templateEnd(text, opening);
    if (end === undefined || offset <= end - 2) return opening + 2;
    opening = text.indexOf("{{", end);
  }
  return undefined;
}

function templateEnd(text: string, opening: number): number | undefined {
  try {
    return parseTemplateExpression(text, opening).end;
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** A path that ends at the cursor: its whole keys, and the beginning of the next one. */
interface UnfinishedPath {
  keys: readonly (string | number)[];
  /** of the next key, or of the `.` or `[` before it */
  from: number;
  partial: string;
}

function completeFrom(text: string, start: number, offset: number, data: CompletionData): Completion | undefined {
  const path = unfinishedPath(text.slice(0, offset), start);
  if (!path) return undefined;
  const wanted = path.partial.toLowerCase();
  const options = optionsOf(path.keys, data)
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, mostOptions);
  if (options.length === 0) return undefined;
  // Editors close brackets and quotes as one types; what is inserted has its own.
  const closed = text.charAt(path.from) === "[" ? (/^["']?\]/.exec(text.slice(offset))?.[0].length ?? 0) : 0;
  return { from: path.from, to: offset + closed, options };
}

/**
 * - `value`: a value may begin here;
 * - `path`: a path has been read, which may go on;
 * - `dot`, `bracket`: its next key comes;
 * - `key`: the key in brackets has been read;
 * - `closed`: something has been read that no path goes on from.
 */
type Place = "value" | "path" | "dot" | "bracket" | "key" | "closed";

function unfinishedPath(text: string, start: number): UnfinishedPath | undefined {
  let place: Place = "value";
  let keys: (string | number)[] = [];
  let from = start;
  for (let position = start; ; ) {
    const token = tokenAt(text, position);
    if (token === undefined) return undefined;
    if (token.kind === "unclosed") return place === "bracket" ? { keys, from, partial: token.text } : undefined;
    const isLast = token.end === text.length;
    if (token.kind === "end") {
      if (place === "value") return { keys: [], from: text.length, partial: "" };
      return place === "dot" || place === "bracket" ? { keys, from, partial: "" } : undefined;
    }
    if (token.kind === "name" && isLast) {
      if (place === "value") return { keys: [], from: token.position, partial: token.text };
      return place === "dot" ? { keys, from, partial: token.text } : undefined;
    }
    const next: Place = placeAfter(place, token);
    if (next === "dot" || next === "bracket") from = token.position;
    if (next === "path" && token.kind === "name") keys = place === "dot" ? [...keys, token.text] : [token.text];
    if (next === "key") keys = [...keys, keyOf(token)];
    if (next === "value") keys = [];
    place = next;
    position = token.end;
  }
}

const words: ReadonlySet<string> = new Set(["and", "or", "not"]);
const constants: ReadonlySet<string> = new Set(["true", "false", "null"]);
const closing: ReadonlySet<string> = new Set([")", "}}"]);

function placeAfter(place: Place, token: Token): Place {
  switch (token.kind) {
    case "name":
      if (place === "dot") return "path";
      if (words.has(token.text)) return "value";
      return constants.has(token.text) ? "closed" : "path";
    case "string":
    case "number":
      return place === "bracket" ? "key" : "closed";
    case "symbol":
      if (place === "path" && token.text === ".") return "dot";
      if (place === "path" && token.text === "[") return "bracket";
      if (place === "key" && token.text === "]") return "path";
      return closing.has(token.text) || token.text === "." || token.text === "]" ? "closed" : "value";
    case "end":
      return "closed";
  }
}

function keyOf(token: Token): string | number {
  return token.kind === "string" ? token.value : Number(token.text);
}

type ReadToken = Token | { kind: "unclosed"; text: string; end: number; position: number } | undefined;

/** The next token; a text in quotes that is not closed yet is the one thing that is read although it is none. */
function tokenAt(text: string, position: number): ReadToken {
  try {
    return nextToken(text, position);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const opening = /^\s*["']/.exec(text.slice(position))?.[0].length;
    if (opening === undefined) return undefined;
    return { kind: "unclosed", text: text.slice(position + opening), position, end: text.length };
  }
}

function optionsOf(keys: readonly (string | number)[], data: CompletionData): CompletionOption[] {
  const [root, ...rest] = keys;
  switch (root) {
    case undefined:
      return rootOptions(data);
    case "trigger":
      return dataOptions(data.trigger, rest);
    case "steps":
      return stepOptions(rest, data.steps);
    case "secrets":
      return rest.length > 0 ? [] : (data.secretKeys ?? []).map((key) => option(key, `.${key}`, "secret"));
    case "run":
      return rest.length > 0 ? [] : [option("id", ".id", "the run's id")];
    case "app":
      return rest.length > 0 ? [] : [option("url", ".url", "this app's address")];
    default:
      return [];
  }
}

function option(label: string, insert: string, detail: string | undefined): CompletionOption {
  return { label, insert, detail };
}

function rootOptions({ steps, secretKeys }: CompletionData): CompletionOption[] {
  return [
    option("trigger", "trigger", "the payload"),
    ...(steps.size > 0 ? [option("steps", "steps", "outputs of the nodes before")] : []),
    ...(secretKeys ? [option("secrets", "secrets", "values that are never shown")] : []),
    option("run.id", "run.id", "the run's id"),
    option("app.url", "app.url", "this app's address"),
  ];
}

function stepOptions(rest: readonly (string | number)[], steps: CompletionData["steps"]): CompletionOption[] {
  const [nodeId, output, ...below] = rest;
  if (nodeId === undefined) {
    return [...steps].map(([id, value]) => option(id, `${printSegment(id)}.output`, detailOf(value)));
  }
  const value = typeof nodeId === "string" ? steps.get(nodeId) : undefined;
  if (output === undefined) return steps.has(String(nodeId)) ? [option("output", ".output", detailOf(value))] : [];
  return output === "output" ? dataOptions(value, below) : [];
}

function dataOptions(value: Json | undefined, keys: readonly (string | number)[]): CompletionOption[] {
  const found = keys.reduce<Json | undefined>(memberOf, value);
  if (Array.isArray(found)) {
    return found.slice(0, mostItems).map((item, index) => option(`[${index}]`, `[${index}]`, detailOf(item)));
  }
  if (!isJsonObject(found)) return [];
  return Object.entries(found).map(([key, member]) => option(key, printSegment(key), detailOf(member)));
}

function memberOf(value: Json | undefined, key: string | number): Json | undefined {
  if (typeof key === "number") return Array.isArray(value) ? value[key] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function detailOf(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : describeValue(value);
}
