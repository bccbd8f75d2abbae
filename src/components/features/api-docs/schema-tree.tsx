import type { ReactNode } from "react";
import type { JsonSchema } from "@/contracts/api-document";
import { limitsOf, type Member, membersOf } from "./describe-schema";
import { Prose } from "./prose";
import { SchemaType } from "./schema-type";

/** A schema's fields. What has a name of its own is led to; other objects are shown in place. */
export function SchemaTree({ schema }: { schema: JsonSchema }) {
  const members = membersOf(schema);
  if (members.length === 0) {
    return (
      <div className="py-2 text-sm">
        <SchemaType schema={schema} />
        <SchemaFacts schema={schema} />
      </div>
    );
  }
  return (
    <ul className="divide-y text-sm">
      {members.map((member) => (
        <SchemaMember key={member.name} member={member} />
      ))}
    </ul>
  );
}

function SchemaMember({ member: { name, schema, required } }: { member: Member }) {
  return (
    <li className="py-2">
      <FieldHeading name={name} required={required}>
        <SchemaType schema={schema} />
      </FieldHeading>
      <SchemaFacts schema={schema} />
      {membersOf(schema).length > 0 ? (
        <div className="mt-1 ml-1 border-l pl-3">
          <SchemaTree schema={schema} />
        </div>
      ) : null}
    </li>
  );
}

interface FieldHeadingProps {
  name: string;
  required: boolean;
  /** its type */
  children: ReactNode;
}

export function FieldHeading({ name, required, children }: FieldHeadingProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <code className="font-mono text-sm font-medium break-all text-ink">{name}</code>
      <span className="min-w-0 text-xs break-words text-ink-muted">{children}</span>
      {required ? null : <span className="text-xs text-ink-muted italic">optional</span>}
    </p>
  );
}

/** A schema's description and limits. */
export function SchemaFacts({ schema }: { schema: JsonSchema }) {
  const limits = limitsOf(schema);
  return (
    <>
      {schema.description ? (
        <p className="text-sm text-ink-muted">
          <Prose text={schema.description} />
        </p>
      ) : null}
      {schema.enum ? (
        <p className="text-sm text-ink-muted">
          <Prose text={schema.enum.map((value) => `\`${value}\``).join(" ")} />
        </p>
      ) : null}
      {limits.length > 0 ? <p className="font-mono text-xs break-all text-ink-muted">{limits.join(" · ")}</p> : null}
    </>
  );
}
