"use client";
import { Switch } from "@base-ui/react/switch";
import { z } from "zod";
import { Select } from "@/components/ui/select";
import { type Json, stringifyJson } from "@/core/json";
import { nodeKind } from "@/core/kinds";
import type { FormField } from "@/core/kinds/kind";
import { DurationField } from "./duration-field";
import { FieldShell } from "./field-shell";
import { useInspectedNode } from "./inspected-node";
import { JsonField } from "./json-field";
import { NumberInput } from "./number-field";
import { RowsField } from "./rows-field";
import { TextField } from "./text-field";

interface ConfigFieldProps {
  field: FormField;
  value: Json | undefined;
}

/** The control that a node type's schema and form ask for. */
export function ConfigField(props: ConfigFieldProps) {
  const { field, value } = props;
  switch (field.control) {
    case "text":
    case "expression":
      return <TextField {...props} />;
    case "number":
      return <PlainNumberField {...props} />;
    case "select":
      return <SelectField {...props} />;
    case "switch":
      return typeof value === "boolean" || value === undefined ? <SwitchField {...props} /> : <JsonField {...props} />;
    case "rows":
      return <RowsField {...props} />;
    case "json":
      return <JsonField {...props} />;
    case "duration":
      return <DurationField {...props} />;
  }
}

function PlainNumberField({ field, value }: ConfigFieldProps) {
  const { node, readOnly, messagesOf, setConfig } = useInspectedNode();
  const preset = defaultOf(node.type, field.key);
  return (
    <FieldShell field={field.key} label={field.label} help={field.help} problems={messagesOf(field.key)}>
      {(describedBy) => (
        <NumberInput
          label={field.label}
          value={value}
          placeholder={preset === undefined ? undefined : `${stringifyJson(preset)} unless you say otherwise`}
          readOnly={readOnly}
          describedBy={describedBy}
          onChange={(next) => setConfig(field.key, next)}
        />
      )}
    </FieldShell>
  );
}

function SelectField({ field, value }: ConfigFieldProps) {
  const { node, readOnly, messagesOf, setConfig } = useInspectedNode();
  const written = value ?? defaultOf(node.type, field.key) ?? "";
  const current = typeof written === "string" ? written : stringifyJson(written);
  const known = field.options ?? [];
  // What stands there is shown, even if it is none of the choices.
  const isKnown = known.includes(current);
  const options = [...(isKnown || current === "" ? [] : [current]), ...known].map((option) => ({
    value: option,
    label: option,
  }));
  return (
    <FieldShell field={field.key} label={field.label} help={field.help} problems={messagesOf(field.key)}>
      {() => (
        <Select
          label={field.label}
          options={options}
          value={current}
          onValueChange={(next) => setConfig(field.key, next)}
          disabled={readOnly}
          className="w-full"
        />
      )}
    </FieldShell>
  );
}

function SwitchField({ field, value }: ConfigFieldProps) {
  const { node, readOnly, messagesOf, setConfig } = useInspectedNode();
  const isOn = (value ?? defaultOf(node.type, field.key)) === true;
  return (
    <FieldShell
      field={field.key}
      label={field.label}
      help={field.help}
      problems={messagesOf(field.key)}
      action={
        <Switch.Root
          aria-label={field.label}
          checked={isOn}
          readOnly={readOnly}
          onCheckedChange={(checked) => setConfig(field.key, checked)}
          className="flex h-5 w-9 items-center rounded-full border border-line-strong bg-pressed p-0.5 data-checked:border-accent data-checked:bg-accent"
        >
          <Switch.Thumb className="size-3.5 rounded-full bg-ink-muted transition-transform data-checked:translate-x-4 data-checked:bg-on-solid" />
        </Switch.Root>
      }
    >
      {() => null}
    </FieldShell>
  );
}

/** What a field is when nothing is written, by the schema itself. */
function defaultOf(type: Parameters<typeof nodeKind>[0], key: string): Json | undefined {
  const { config } = nodeKind(type);
  const field: unknown = config instanceof z.ZodObject ? config.shape[key] : undefined;
  if (!(field instanceof z.ZodType)) return undefined;
  const parsed = field.safeParse(undefined);
  // A config is JSON, so its defaults are.
  return parsed.success ? (parsed.data as Json | undefined) : undefined;
}
