"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { type Json, toNumber } from "@/core/json";
import type { FormField } from "@/core/kinds/kind";
import { FieldPreview } from "./field-preview";
import { FieldShell } from "./field-shell";
import { useInspectedNode } from "./inspected-node";
import { NumberInput } from "./number-field";
import { ReadField } from "./read-field";

const units = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;
type Unit = keyof typeof units;
const unitOptions = (Object.keys(units) as Unit[]).map((unit) => ({ value: unit, label: unit }));

/** A stretch of time in the unit that one thinks in, or a template that gives seconds. */
export function DurationField({ field, value }: { field: FormField; value: Json | undefined }) {
  const { readOnly, messagesOf, setConfig } = useInspectedNode();
  const seconds = toNumber(value);
  const [chosen, setChosen] = useState({ unit: fittingUnit(seconds), seconds });
  // What was changed elsewhere, by undoing for example, is shown as if it had just been opened.
  const isMine = seconds === chosen.seconds && (seconds === undefined || fits(seconds, chosen.unit));
  const unit = isMine ? chosen.unit : fittingUnit(seconds);
  const isTemplate = typeof value === "string" && value.includes("{{");
  const set = (next: Json | undefined) => {
    const amount = toNumber(next);
    const isPlain = typeof next === "number" && amount !== undefined && unit !== "seconds";
    const written = isPlain ? inSeconds(amount, unit) : next;
    setChosen({ unit, seconds: toNumber(written) });
    setConfig(field.key, written);
  };
  const change = (next: Unit) => {
    const written = seconds === undefined ? undefined : inSeconds(seconds / units[unit], next);
    setChosen({ unit: next, seconds: written });
    if (written !== undefined) setConfig(field.key, written);
  };
  const action = (
    <Button
      variant="ghost"
      size="small"
      className="h-6 text-xs"
      disabled={readOnly}
      onClick={() => setConfig(field.key, isTemplate ? 60 : "{{ trigger.seconds }}")}
    >
      {isTemplate ? "Use a number" : "Use a template"}
    </Button>
  );
  return (
    <FieldShell
      field={field.key}
      label={isTemplate ? field.label : "Duration"}
      help={field.help}
      problems={messagesOf(field.key)}
      action={action}
    >
      {(describedBy) =>
        isTemplate ? (
          <>
            <ReadField
              label={field.label}
              path={field.key}
              value={value}
              language="template"
              readOnly={readOnly}
              isLine
              describedBy={describedBy}
              onChange={(text) => setConfig(field.key, text)}
            />
            <FieldPreview field={field.key} value={value} />
          </>
        ) : (
          <div className="grid grid-cols-2 gap-1.5">
            <NumberInput
              label="Duration"
              value={seconds === undefined ? value : unit === "seconds" ? value : seconds / units[unit]}
              readOnly={readOnly}
              describedBy={describedBy}
              onChange={set}
            />
            <Select
              label="Unit of the duration"
              options={unitOptions}
              value={unit}
              onValueChange={change}
              disabled={readOnly}
            />
          </div>
        )
      }
    </FieldShell>
  );
}

/** The largest unit that needs no fraction. */
function fittingUnit(seconds: number | undefined): Unit {
  const found = unitOptions
    .toReversed()
    .find(({ value }) => seconds !== undefined && seconds > 0 && seconds % units[value] === 0);
  return found?.value ?? "seconds";
}

/** To the microsecond: 1.1 minutes are 66 seconds, and not a trifle more. */
function inSeconds(amount: number, unit: Unit): number {
  return Math.round(amount * units[unit] * 1e6) / 1e6;
}

/** Whether an amount in a unit gives back the very same seconds. */
function fits(seconds: number, unit: Unit): boolean {
  return (seconds / units[unit]) * units[unit] === seconds;
}
