import type { JsonSchema } from "@/contracts/api-document";
import { Prose } from "./prose";
import { SchemaTree } from "./schema-tree";

/** One of the document's named schemas. */
export function SchemaView({ name, schema: { description, ...schema } }: { name: string; schema: JsonSchema }) {
  return (
    <article aria-labelledby={`schema-${name}-title`} className="border-t pt-4">
      <h3 id={`schema-${name}-title`} className="font-mono text-base font-semibold">
        <a href={`#schema-${name}`} className="rounded-sm hover:underline">
          {name}
        </a>
      </h3>
      {description ? (
        <p className="mt-1 max-w-3xl text-sm text-ink-muted">
          <Prose text={description} />
        </p>
      ) : null}
      <div className="mt-2 max-w-3xl rounded-md border px-3">
        <SchemaTree schema={schema} />
      </div>
    </article>
  );
}
