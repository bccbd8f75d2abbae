import type { JsonSchema } from "@/contracts/api-document";
import { nameOf } from "./resolve-reference";

/** The type of a schema in a few words: `string`, `list of Node`, `integer or null`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return alternatives.map(typeOf).join(" or ");
  if (schema.type === "array" && schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.type === undefined) return "any JSON";
  return Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type;
}

/** What a value may be one of. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? [];
}

/** What limits a value, beside its type. */
export function limitsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, format, pattern, default: preset } = schema;
  return [
    range("", minimum, maximum),
    minLength === 1 && maxLength === undefined ? "not empty" : range(" characters", minLength, maxLength),
    range(" items", undefined, maxItems),
    format,
    // A format says the same in a word.
    format === undefined && pattern !== undefined ? `matches ${pattern}` : undefined,
    preset === undefined ? undefined : `default ${JSON.stringify(preset)}`,
  ].filter((limit) => limit !== undefined);
}

function range(unit: string, from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `at most ${print(to)}${unit}`;
  return to === undefined ? `at least ${print(from)}${unit}` : `${print(from)} to ${print(to)}${unit}`;
}

const print = (value: number): string => value.toLocaleString("en");

export interface Member {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** The fields of an object, or of what a list or an alternative holds. */
export function membersOf(schema: JsonSchema): Member[] {
  const required = new Set(schema.required ?? []);
  const own = Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    schema: member,
    required: required.has(name),
  }));
  const { additionalProperties, items } = schema;
  const others =
    typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0
      ? [{ name: "any name", schema: additionalProperties, required: true }]
      : [];
  return [...own, ...others, ...(items ? membersOf(items) : [])];
}
