import { ExactNumber, isJsonObject, type Json, stringifyJson } from "../json";
import { measureJson } from "../measure-json";

/** The type of a value as an error message names it. */
export function typeOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (value instanceof ExactNumber) return "a number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A value as an error message names it: its type and, shortened, its JSON. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return typeOf(value);
  // Values that reach a node's config come from JSON.
  const text = shortJson(value as Json);
  return `${typeOf(value)} (${text.length > 80 ? `${text.slice(0, 80)}…` : text})`;
}

/** The beginning of a value's JSON; of a large array or object its length, because printing all of it takes too long. */
function shortJson(value: Json): string {
  if (typeof value === "string") return stringifyJson(value.slice(0, 81));
  if (measureJson(value, 10_000).size <= 10_000) return stringifyJson(value);
  if (Array.isArray(value)) return `${value.length} items`;
  return isJsonObject(value) ? `${Object.keys(value).length} keys` : String(value);
}
