import { parseDecimal } from "./decimal";
import { endOfString, JsonSyntaxError, readJson } from "./json-reader";

/**
 * A number whose text JavaScript would not print back as it came (`9007199254740993`, `1.10`, `1e400`). It keeps the
 * text, so that no digit of user data changes on its way through the product.
 */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** User data in memory: JSON with numbers that are either plain or exact. */
export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/**
 * User data as text that is known to be valid JSON. This is how payloads travel from the database through services to
 * REST (embedded as they are) and tRPC (as a string): nothing parses and prints them on the way.
 */
export class JsonText {
  constructor(readonly text: string) {}

  parse(): Json {
    return parseJson(this.text);
  }
}

/** The deepest nesting of arrays and objects that is accepted. */
export const maximumJsonDepth = 128;

/**
 * The most arrays, objects and exact numbers in one value. Each takes some 60 bytes of memory and three characters of
 * text, so what is a small text to whoever sends it could be a tree that fills the process.
 */
export const maximumJsonParts = 500_000;

/** Thrown by parseJson; `message` says what is wrong and where. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

/**
 * Parses JSON that comes from outside, without changing a digit. Of duplicate keys the last wins, as in JSON.parse.
 *
 * @throws JsonError when the text is not JSON, is nested deeper than `maximumJsonDepth` or has more than
 *   `maximumJsonParts`
 */
export function parseJson(text: string): Json {
  const { depth, containers, exactNumbers } = scanJsonText(text);
  if (depth > maximumJsonDepth) throw new JsonError(`The JSON is nested deeper than ${maximumJsonDepth} levels.`);
  if (containers + exactNumbers > maximumJsonParts) {
    throw new JsonError(`The JSON has more than ${tooManyParts}.`);
  }
  return parseScanned(text, exactNumbers > 0);
}

export const tooManyParts = `${maximumJsonParts.toLocaleString("en")} arrays, objects and numbers of which every digit must be kept`;

/** Parses JSON that the product has stored: what was accepted once is not judged again, nor what it stands in by now. */
export function parseStoredJson(text: string): Json {
  return parseScanned(text, scanJsonText(text, Number.POSITIVE_INFINITY).exactNumbers > 0);
}

function parseScanned(text: string, exact: boolean): Json {
  try {
    // Ten times as fast, and as good where no number needs more than JavaScript's own.
    if (!exact) return JSON.parse(text) as Json;
  } catch {
    // What is wrong, and where, is told in better words below.
  }
  try {
    // With numbers read like this, what JSON text stands for can only be Json.
    return readJson(text, numberFromText) as Json;
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new JsonError(error.message);
    throw error;
  }
}

/** The number that a JSON number's text stands for: plain where JavaScript prints it back as it came, otherwise exact. */
export function numberFromText(text: string): number | ExactNumber {
  const value = Number(text);
  return String(value) === text ? value : new ExactNumber(text);
}

/** Prints JSON on one line, or indented; exact numbers as their own text, lone surrogates escaped. */
export function stringifyJson(value: Json, indent = 0): string {
  if (!holdsExactNumber(value)) return JSON.stringify(value, undefined, indent);
  const pieces = new Pieces();
  printJson(value, indent === 0 ? undefined : { step: " ".repeat(indent), line: "\n" }, pieces);
  return pieces.join();
}

/** A text that is put together of very many pieces. To append to a text needs a multiple of its size until it is read. */
class Pieces {
  readonly #blocks: string[] = [];
  #pieces: string[] = [];

  push(piece: string): void {
    if (this.#pieces.push(piece) >= 4_096) this.#close();
  }

  join(): string {
    this.#close();
    return this.#blocks.join("");
  }

  #close(): void {
    this.#blocks.push(this.#pieces.join(""));
    this.#pieces = [];
  }
}

function holdsExactNumber(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (value instanceof ExactNumber) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (holdsExactNumber(item)) return true;
  } else {
    for (const key of Object.keys(value)) if (holdsExactNumber(value[key] as Json)) return true;
  }
  return false;
}

function printJson(value: Json, layout: { step: string; line: string } | undefined, pieces: Pieces): void {
  if (value instanceof ExactNumber) return void pieces.push(value.text);
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return void pieces.push(JSON.stringify(value));
  const [opening, closing] = isList ? "[]" : "{}";
  const inner = layout && { step: layout.step, line: layout.line + layout.step };
  let separator = `${opening}${inner?.line ?? ""}`;
  const printMember = (label: string, member: Json) => {
    pieces.push(separator + label);
    printJson(member, inner, pieces);
    separator = `,${inner?.line ?? ""}`;
  };
  if (isList) for (const item of value) printMember("", item);
  else
    for (const key of Object.keys(value)) printMember(JSON.stringify(key) + (layout ? ": " : ":"), value[key] as Json);
  const empty = separator.startsWith(String(opening));
  pieces.push(empty ? `${opening}${closing}` : `${layout?.line ?? ""}${closing}`);
}

/** Stored JSON, or undefined where it was damaged by hand: deeper than the product stores it. */
export function jsonOrUndefined(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Whether a value is a JSON object (and not an array or an exact number). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** A number as JavaScript sees it, exact or not; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return value instanceof ExactNumber ? Number(value.text) : undefined;
}

/**
 * Prints JSON in one form for equal values: keys sorted, numbers in canonical decimal notation, so that `1`, `1.0` and
 * `10e-1` are the same and `9007199254740993` stays different from its neighbours.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value instanceof ExactNumber || typeof value === "number") return canonicalNumber(String(value));
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Digits without leading or trailing zeros and a power of ten: `12.30` → `123e-1`, any zero → `0`. */
export function canonicalNumber(text: string): string {
  const decimal = parseDecimal(text);
  if (!decimal) return text;
  if (decimal.digits === "") return "0";
  return `${decimal.negative ? "-" : ""}${decimal.digits}e${decimal.exponent}`;
}

/**
 * The deepest nesting of brackets in a JSON text, how many there are, and how many numbers must stay exact (not all are
 * counted once there are too many parts); linear, and without recursion, so that no text can exhaust the stack. Of a text
 * that is not JSON it tells nothing that matters.
 */
function scanJsonText(
  text: string,
  maximumParts = maximumJsonParts,
): { depth: number; containers: number; exactNumbers: number } {
  let depth = 0;
  let deepest = 0;
  let containers = 0;
  let exactNumbers = 0;
  for (let index = 0; index < text.length && containers + exactNumbers <= maximumParts; index++) {
    const character = text.charCodeAt(index);
    if (character === 0x22) index = endOfString(text, index);
    else if (character === 0x5b || character === 0x7b) {
      containers++;
      deepest = Math.max(deepest, ++depth);
    } else if (character === 0x5d || character === 0x7d) depth--;
    else if (isNumberStart(character)) {
      const end = endOfNumber(text, index);
      const number = text.slice(index, end);
      if (String(Number(number)) !== number) exactNumbers++;
      index = end - 1;
    }
  }
  return { depth: deepest, containers, exactNumbers };
}

function isNumberStart(character: number): boolean {
  return (character >= 0x30 && character <= 0x39) || character === 0x2d;
}

/** The index behind the characters that can stand in a number: digits, `+ - .` and `e E`. */
function endOfNumber(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && /[-+.\deE]/.test(text.charAt(index))) index++;
  return index;
}
