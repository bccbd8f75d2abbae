import superjson, { type SuperJSONResult } from "superjson";
import { JsonText } from "@/core/json";

/**
 * superjson, taught to carry user data as text. A payload never goes through superjson as a value: it would round big
 * numbers and refuse keys such as `constructor`.
 */
superjson.registerCustom<JsonText, string>(
  {
    isApplicable: (value): value is JsonText => value instanceof JsonText,
    serialize: (value) => value.text,
    deserialize(text: unknown) {
      if (typeof text !== "string") throw new TypeError("JSON that travels as a text is a text.");
      return new JsonText(text);
    },
  },
  "json-text",
);

/**
 * superjson's form. What is JSON already, as the overview of a large run is, is neither walked through nor copied by it: that
 * took as long as reading it from the database.
 */
export const transformer = {
  serialize: (value: unknown): SuperJSONResult => (isJson(value) ? { json: value } : superjson.serialize(value)),
  deserialize: <Value>(sent: SuperJSONResult): Value =>
    // Without notes of what is no JSON there is nothing to do; the types of what is sent are the procedures'.
    sent.meta === undefined ? (sent.json as Value) : superjson.deserialize<Value>(sent),
};

/** Names that superjson refuses. */
const refused = new Set(["__proto__", "constructor", "prototype"]);

/** Nothing of ours is nested as deeply; a circle is. */
const deepest = 100;

/** Whether JSON prints a value as it is, and superjson has no word to say about it. */
function isJson(value: unknown, depth = 0): value is SuperJSONResult["json"] {
  if (value === null) return true;
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      if (depth > deepest) return false;
      if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
      return isPlain(value) && hasJson(value, depth + 1);
    default:
      return false;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function hasJson(value: object, depth: number): boolean {
  return Object.entries(value).every(([key, member]) => !refused.has(key) && isJson(member, depth));
}
