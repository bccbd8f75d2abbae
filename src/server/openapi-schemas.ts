import { z } from "zod";
import type { JsonSchema } from "@/contracts/api-document";
import { schemaName, wireForm } from "./openapi-names";

/** What a client sends, or what it is answered: defaults and transformations differ. */
export type Direction = "input" | "output";

/** The JSON Schema of a contract: a reference where it has a name of its own, otherwise all of it. */
export function jsonSchemaOf(schema: z.ZodType, direction: Direction): JsonSchema {
  const name = schemaName(schema);
  return name === undefined ? convert(schema, direction) : referenceTo(name);
}

export function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Adds our names to what the contracts tell of themselves. */
class NamingRegistry extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  /** @param root is written out, not referred to */
  constructor(readonly root: z.core.$ZodType) {
    super();
  }

  override get<Schema extends z.core.$ZodType>(schema: Schema) {
    const name = this.root === schema ? undefined : schemaName(schema);
    const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
    // The base class's type depends on the schema, which this metadata does not.
    return { ...meta, ...(name === undefined ? {} : { id: name }) } as ReturnType<
      z.core.$ZodRegistry<z.core.GlobalMeta>["get"]
    >;
  }
}

/** The JSON Schema of a contract itself; what has a name within it is referred to. */
export function convert(schema: z.ZodType, direction: Direction): JsonSchema {
  const {
    $schema: _schema,
    $defs: _definitions,
    ...converted
  } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: direction,
    metadata: new NamingRegistry(schema),
    // A schema around it may have a form of its own, which replaces this one.
    unrepresentable: ({ zodSchema, path }) => (wireForm(zodSchema) ? "any" : { [unknownForm]: path.join(".") }),
    override: ({ zodSchema, jsonSchema }) => {
      const form = wireForm(zodSchema);
      if (form) {
        const { [unknownForm]: _unknown, ...derived } = jsonSchema;
        replaceMembers(jsonSchema, form(derived));
      }
    },
  });
  const text = JSON.stringify(converted);
  if (text.includes(unknownForm)) throw new Error(`openapi-names.ts must say what stands for a part of ${text}`);
  return tidy(JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')), direction);
}

/** Marks what zod can say nothing of. */
const unknownForm = "x-unknown-form";

function replaceMembers(target: object, members: object): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, members);
}

/** Leaves out what says nothing: JavaScript's range of whole numbers, that names are texts, alternatives that repeat. */
function tidy(schema: ConvertedSchema, direction: Direction): JsonSchema {
  const { propertyNames: _names, minimum, maximum, items, properties, additionalProperties, anyOf, ...rest } = schema;
  const each = (part: ConvertedSchema): JsonSchema => tidy(part, direction);
  return {
    ...alternatives(anyOf?.map(each) ?? []),
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(items ? { items: each(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, each(part)])) }
      : {}),
    ...(typeof additionalProperties === "object" ? { additionalProperties: each(additionalProperties) } : {}),
    // A later release may answer with more fields; clients must not be told otherwise.
    ...(additionalProperties === false && direction === "input" ? { additionalProperties } : {}),
  };
}

/** What zod makes of a record tells its names too. */
interface ConvertedSchema extends JsonSchema {
  propertyNames?: unknown;
}

/** Alternatives within alternatives are alternatives; of equal ones one is enough; anything or null is anything. */
function alternatives(anyOf: readonly JsonSchema[]): JsonSchema {
  const flat = anyOf.flatMap((one) => (Object.keys(one).join() === "anyOf" ? (one.anyOf ?? []) : [one]));
  const distinct = [...new Map(flat.map((one) => [JSON.stringify(one), one])).values()];
  const anything = distinct.find((one) => Object.keys(one).every((key) => key === "description"));
  if (anything) return anything;
  return distinct.length === 0 ? {} : { anyOf: distinct };
}
