import { isJsonObject, type Json, type JsonObject, stringifyJson } from "@/core/json";

/** `trigger.customer.name`, and what it is compared with, if that is written right behind it. */
const reference =
  /(?<![\w.])trigger((?:\.[A-Za-z_]\w*)+)(?:\s*(?:\}\}\s*)?(==|!=|>=|<=|>|<)\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?\b|true\b|false\b))?/g;

/**
 * A payload that a definition could make use of: every `trigger.…` that it reads, with a value that fits what the value is
 * compared with. A guess to begin from; the person at the keyboard knows better.
 */
export function samplePayload(nodes: Json): JsonObject {
  const sample: JsonObject = {};
  for (const text of textsIn(nodes)) {
    for (const [, path = "", operator, literal] of text.matchAll(reference)) {
      place(sample, path.slice(1).split("."), guess(operator, literal), literal !== undefined);
    }
  }
  return sample;
}

function* textsIn(value: Json): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (typeof value === "object" && value !== null) {
    // An exact number has no members that are JSON.
    for (const member of Object.values(value)) yield* textsIn(member);
  }
}

function guess(operator: string | undefined, literal: string | undefined): Json {
  if (literal === undefined) return "example";
  const value: string | number | boolean = JSON.parse(literal);
  if (typeof value !== "number") return value;
  if (operator === ">") return value + 1;
  return operator === "<" ? value - 1 : value;
}

/** Sets a value deep in an object. What is known from a comparison wins over a mere "example", and depth over a value. */
function place(target: JsonObject, [key = "", ...rest]: string[], value: Json, isKnown: boolean): void {
  const present = Object.hasOwn(target, key) ? target[key] : undefined;
  if (rest.length > 0) {
    const inner: JsonObject = typeof present === "object" && present !== null ? (present as JsonObject) : {};
    Object.defineProperty(target, key, { value: inner, enumerable: true, configurable: true, writable: true });
    place(inner, rest, value, isKnown);
  } else if (present === undefined || (isKnown && typeof present !== "object")) {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  }
}

/**
 * The paths of the trigger that a definition reads and a payload lacks. What has a fallback (`??`) behind it may be
 * missing. Only a hint: a branch that is not taken reads nothing.
 */
export function missingPaths(payload: Json, nodes: Json): string[] {
  const missing = new Set<string>();
  for (const text of textsIn(nodes)) {
    for (const match of text.matchAll(/(?<![\w.])trigger((?:\.[A-Za-z_][\w-]*)+)(?![\w-]|\.[A-Za-z_]|\s*\?\?)/g)) {
      const [whole, path = ""] = match;
      if (!has(payload, path.slice(1).split("."))) missing.add(whole);
    }
  }
  return [...missing];
}

function has(value: Json, [key, ...rest]: string[]): boolean {
  if (key === undefined) return true;
  return isJsonObject(value) && Object.hasOwn(value, key) && has(value[key] ?? null, rest);
}

export function samplePayloadText(nodes: Json): string {
  const sample = samplePayload(nodes);
  return Object.keys(sample).length === 0 ? "{}" : stringifyJson(sample, 2);
}
