"use client";
import { useState } from "react";
import { checkJson } from "@/components/editor/check-json";
import { CodeField } from "@/components/editor/code-field";
import { formatJson } from "@/components/json/format-json";
import { Select } from "@/components/ui/select";
import { canonicalJson, type Json } from "@/core/json";
import type { FormField } from "@/core/kinds/kind";
import { FieldPreview } from "./field-preview";
import { FieldShell } from "./field-shell";
import { readingOf, useInspectedNode } from "./inspected-node";
import { ReadField } from "./read-field";

type Form = "none" | "json" | "text";

const forms = [
  { value: "none", label: "None" },
  { value: "json", label: "JSON" },
  { value: "text", label: "Text" },
] as const;

/** A value of any kind: JSON whose texts may be templates, a plain text, or nothing. */
export function JsonField({ field, value }: { field: FormField; value: Json | undefined }) {
  const { readOnly, messagesOf, setConfig, setUnfinished, unfinished } = useInspectedNode();
  const form: Form = value === undefined ? "none" : typeof value === "string" ? "text" : "json";
  const choose = (next: Form) => {
    if (next === form) return;
    setUnfinished(field.key, undefined);
    if (next === "none") setConfig(field.key, undefined);
    if (next === "text") setConfig(field.key, value === undefined ? "" : formatJson(value));
    if (next === "json") {
      const read = typeof value === "string" ? checkJson(value) : undefined;
      setConfig(field.key, read?.ok && typeof read.value !== "string" ? read.value : {});
    }
  };
  const broken = unfinished(field.key);
  const mistake = broken === undefined ? undefined : checkJson(broken);
  const problems =
    mistake && !mistake.ok ? [`Not JSON yet, and so not saved. ${mistake.message}`] : messagesOf(field.key);
  const action = (
    <Select
      label={`Form of ${field.label.toLowerCase()}`}
      options={forms}
      value={form}
      onValueChange={choose}
      disabled={readOnly}
      className="h-6 text-xs"
    />
  );
  return (
    <FieldShell field={field.key} label={field.label} help={field.help} problems={problems} action={action}>
      {(describedBy) => {
        if (form === "none") return <p className="text-xs text-ink-muted">Nothing is sent.</p>;
        if (typeof value === "string") {
          return (
            <>
              <ReadField
                label={field.label}
                path={field.key}
                value={value}
                language="template"
                readOnly={readOnly}
                describedBy={describedBy}
                onChange={(text) => setConfig(field.key, text)}
              />
              <FieldPreview field={field.key} value={value} />
            </>
          );
        }
        return (
          <>
            <JsonText field={field} value={value ?? null} describedBy={describedBy} />
            <FieldPreview field={field.key} value={value} />
          </>
        );
      }}
    </FieldShell>
  );
}

interface JsonTextProps {
  field: FormField;
  value: Json;
  describedBy: string | undefined;
}

/** The text is the person's own while it means the same; a value that comes from elsewhere, by undoing for example, is printed. */
function JsonText({ field, value, describedBy }: JsonTextProps) {
  const { node, readOnly, setConfig, setUnfinished, unfinished, complete } = useInspectedNode();
  const broken = unfinished(field.key);
  const [typed, setTyped] = useState(() => formatJson(value));
  const read = checkJson(typed);
  const isMine = read.ok && canonicalJson(read.value) === canonicalJson(value);
  const text = broken ?? (isMine ? typed : formatJson(value));
  const mistake = broken === undefined ? undefined : checkJson(broken);
  const change = (next: string) => {
    const checked = checkJson(next);
    setTyped(next);
    setUnfinished(field.key, checked.ok ? undefined : next);
    if (checked.ok && typeof checked.value !== "string") setConfig(field.key, checked.value);
  };
  return (
    <CodeField
      label={field.label}
      value={text}
      language="json"
      readOnly={readOnly}
      describedBy={describedBy}
      marks={mistake && !mistake.ok ? [{ position: mistake.offset, message: mistake.message }] : noMarks}
      complete={complete(readingOf(node, field.key))}
      onChange={change}
    />
  );
}

const noMarks: readonly never[] = [];
