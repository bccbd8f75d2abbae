import { parse, stringify } from "lossless-json";
import { parseDecimal } from "./decimal";

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

/** Thrown by parseJson; `message` says what is wrong and where. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

/**
 * Parses JSON without changing a digit. Of duplicate keys the last wins, as in JSON.parse.
 *
 * @throws JsonError when the text is not JSON or is nested deeper than `maximumJsonDepth`
 */
export function parseJson(text: string): Json {
  const { depth, exact } = scanJsonText(text);
  if (depth > maximumJsonDepth) throw new JsonError(`The JSON is nested deeper than ${maximumJsonDepth} levels.`);
  try {
    // Ten times as fast, and as good where no number needs more than JavaScript's own.
    if (!exact) return JSON.parse(text) as Json;
  } catch {
    // What is wrong, and where, is told in better words below.
  }
  try {
    // The type of parse's result is unknown; with this number parser it can only be Json.
    return parse(text, undefined, { parseNumber: numberFromText, onDuplicateKey: ({ newValue }) => newValue }) as Json;
  } catch (error) {
    throw new JsonError(error instanceof Error ? error.message : "The text is not JSON.");
  }
}

/** The number that a JSON number's text stands for: plain where JavaScript prints it back as it came, otherwise exact. */
export function numberFromText(text: string): number | ExactNumber {
  const value = Number(text);
  return String(value) === text ? value : new ExactNumber(text);
}

/** Prints JSON on one line, or indented; exact numbers as their own text, lone surrogates escaped. */
export function stringifyJson(value: Json, indent?: number): string {
  // stringify answers undefined for undefined only, which is not Json.
  return stringify(value, undefined, indent, [exactNumberStringifier]) as string;
}

const exactNumberStringifier = {
  test: (value: unknown): boolean => value instanceof ExactNumber,
  stringify: (value: unknown): string => (value as ExactNumber).text,
};

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
 * The deepest nesting of brackets in a JSON text, and whether a number in it must stay exact; linear, and without
 * recursion, so that no text can exhaust the stack. Of a text that is not JSON it tells nothing that matters.
 */
function scanJsonText(text: string): { depth: number; exact: boolean } {
  let depth = 0;
  let deepest = 0;
  let exact = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === 0x22) index = endOfString(text, index);
    else if (character === 0x5b || character === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (character === 0x5d || character === 0x7d) depth--;
    else if (!exact && isNumberStart(character)) {
      const end = endOfNumber(text, index);
      const number = text.slice(index, end);
      exact = String(Number(number)) !== number;
      index = end - 1;
    }
  }
  return { depth: deepest, exact };
}

/** The index of the quote that ends the string, or the last one of a text that has none. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== 0x22) index += text.charCodeAt(index) === 0x5c ? 2 : 1;
  return index;
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
