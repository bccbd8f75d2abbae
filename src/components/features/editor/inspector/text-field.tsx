"use client";
import type { Json } from "@/core/json";
import type { FormField } from "@/core/kinds/kind";
import { FieldPreview } from "./field-preview";
import { FieldShell } from "./field-shell";
import { readingOf, useInspectedNode } from "./inspected-node";
import { JsonField } from "./json-field";
import { ReadField } from "./read-field";

/** A text that may hold templates, or an expression. A value that is no text is edited as the JSON that it is. */
export function TextField({ field, value }: { field: FormField; value: Json | undefined }) {
  const { node, readOnly, messagesOf, setConfig } = useInspectedNode();
  if (value !== undefined && typeof value !== "string") return <JsonField field={field} value={value} />;
  const reading = readingOf(node, field.key);
  return (
    <FieldShell field={field.key} label={field.label} help={field.help} problems={messagesOf(field.key)}>
      {(describedBy) => (
        <>
          <ReadField
            label={field.label}
            path={field.key}
            value={value ?? ""}
            language={reading === "expression" ? "expression" : "template"}
            readOnly={readOnly}
            isLine={field.key === "url"}
            describedBy={describedBy}
            onChange={(text) => setConfig(field.key, text)}
          />
          <FieldPreview field={field.key} value={value} />
        </>
      )}
    </FieldShell>
  );
}
