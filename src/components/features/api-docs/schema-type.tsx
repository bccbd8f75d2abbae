import type { ReactNode } from "react";
import type { JsonSchema } from "@/contracts/api-document";
import { alternativesOf, typeOf } from "./describe-schema";
import { nameOf } from "./resolve-reference";

/** The type of a schema in a few words; named ones lead to where they are shown. */
export function SchemaType({ schema }: { schema: JsonSchema }): ReactNode {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return (
      <a href={`#schema-${name}`} className="rounded-sm text-accent-ink underline underline-offset-2">
        {name}
      </a>
    );
  }
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    return alternatives.map((one, index) => (
      <span key={JSON.stringify(one)}>
        {index > 0 ? " or " : ""}
        <SchemaType schema={one} />
      </span>
    ));
  }
  if (schema.type === "array" && schema.items) {
    return (
      <>
        list of <SchemaType schema={schema.items} />
      </>
    );
  }
  return typeOf(schema);
}
