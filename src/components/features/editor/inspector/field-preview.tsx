"use client";
import { Eye, EyeOff } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { isJsonObject, type Json } from "@/core/json";
import { describeValue } from "@/core/kinds/describe-value";
import { previewField } from "@/core/preview-field";
import { useInspectedNode } from "./inspected-node";

interface FieldPreviewProps {
  field: string;
  /** the field's value, or the part of it that is previewed */
  value: Json | undefined;
  /** which key of what the field comes to is shown; left out: all of it */
  shownKey?: string;
}

/** What a field comes to with the chosen data, by the worker's own evaluator; nothing where there is nothing to evaluate. */
export function FieldPreview({ field, value, shownKey }: FieldPreviewProps) {
  const { node, preview, textProblems } = useInspectedNode();
  const deferred = useDeferredValue(value);
  const { scope } = preview;
  const isBroken = textProblems.some(({ path }) => path === `config.${field}` || path.startsWith(`config.${field}.`));
  const result = useMemo(() => {
    if (!scope || deferred === undefined || isBroken) return undefined;
    return previewField({ type: node.type, config: { [field]: deferred } }, field, scope);
  }, [scope, deferred, isBroken, node.type, field]);
  if (!result || !isWorthShowing(deferred)) return null;
  const Icon = result.ok ? Eye : EyeOff;
  return (
    <p className="flex items-start gap-1.5 text-xs text-ink-muted">
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 break-words">
        <span className="sr-only">Preview: </span>
        {result.ok ? (
          <span className="font-mono">{describeValue(partOf(result.value, shownKey))}</span>
        ) : (
          result.message
        )}
      </span>
    </p>
  );
}

function partOf(value: Json, key: string | undefined): Json {
  return key !== undefined && isJsonObject(value) ? (value[key] ?? null) : value;
}

function isWorthShowing(value: Json | undefined): boolean {
  return typeof value === "string" ? value.trim() !== "" : value !== undefined;
}
