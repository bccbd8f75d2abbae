import { ExactNumber, type Json, stringifyJson } from "../json";

/** A value as an error message names it: its type and, shortened, its JSON. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  const type = Array.isArray(value)
    ? "an array"
    : value instanceof ExactNumber
      ? "a number"
      : typeof value === "object"
        ? "an object"
        : `a ${typeof value}`;
  // Values that reach a node's config come from JSON.
  const text = stringifyJson(value as Json);
  return `${type} (${text.length > 80 ? `${text.slice(0, 80)}…` : text})`;
}
