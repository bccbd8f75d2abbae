"use client";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inputStyles } from "@/components/ui/field";
import type { Json } from "@/core/json";
import type { FormField } from "@/core/kinds/kind";
import { FieldPreview } from "./field-preview";
import { FieldShell } from "./field-shell";
import { useInspectedNode } from "./inspected-node";
import { JsonField } from "./json-field";
import { ReadField } from "./read-field";
import { fromRows, isRowObject, type Row, sameRows, toRows } from "./rows";

/** Names and values: headers, or a query. A name that stands twice is sent twice. */
export function RowsField({ field, value }: { field: FormField; value: Json | undefined }) {
  const { readOnly, messagesOf, setConfig } = useInspectedNode();
  const [typed, setTyped] = useState<readonly Row[]>(() => toRows(value));
  if (value !== undefined && !isRowObject(value)) return <JsonField field={field} value={value} />;
  // Rows without a name are the person's own until they have one; what comes from elsewhere takes their place.
  const rows = sameRows(fromRows(typed), value) ? typed : toRows(value);
  const change = (next: readonly Row[]) => {
    setTyped(next);
    setConfig(field.key, fromRows(next));
  };
  const set = (index: number, part: Partial<Row>) =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const one = field.label.toLowerCase().replace(/s$/, "");
  return (
    <FieldShell field={field.key} label={field.label} help={field.help} problems={messagesOf(field.key)}>
      {() => (
        <div className="flex flex-col gap-2">
          {rows.map((row, index) => {
            const what = row.name || `${one} ${index + 1}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity, and rows do not move
              <div key={index} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-1.5">
                <input
                  aria-label={`Name of ${one} ${index + 1}`}
                  placeholder="Name"
                  autoComplete="off"
                  spellCheck={false}
                  readOnly={readOnly}
                  value={row.name}
                  onChange={(event) => set(index, { name: event.target.value })}
                  className={cn(inputStyles, "h-8 font-mono text-xs")}
                />
                <div className="flex min-w-0 flex-col gap-1">
                  <ReadField
                    label={`Value of ${what}`}
                    path={rowPath(field.key, rows, index)}
                    value={row.text}
                    language="template"
                    readOnly={readOnly}
                    isLine
                    onChange={(text) => set(index, { text, value: undefined })}
                  />
                  {row.text.includes("{{") ? (
                    <FieldPreview field={field.key} value={{ [row.name]: row.text }} shownKey={row.name} />
                  ) : null}
                </div>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove ${what}`}
                  disabled={readOnly}
                  onClick={() => change(rows.filter((_, at) => at !== index))}
                >
                  <X aria-hidden />
                </Button>
              </div>
            );
          })}
          <Button
            size="small"
            className="self-start"
            disabled={readOnly}
            onClick={() => setTyped([...rows, { name: "", text: "", value: undefined }])}
          >
            <Plus aria-hidden /> Add {one}
          </Button>
        </div>
      )}
    </FieldShell>
  );
}

function rowPath(key: string, rows: readonly Row[], index: number): string {
  const name = rows[index]?.name ?? "";
  const before = rows.slice(0, index).filter((row) => row.name === name).length;
  const isRepeated = rows.filter((row) => row.name === name).length > 1;
  return isRepeated ? `${key}.${name}.${before}` : `${key}.${name}`;
}
