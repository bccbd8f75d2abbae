"use client";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { inputStyles } from "@/components/ui/field";
import { ExactNumber, type Json, numberFromText } from "@/core/json";

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

interface NumberInputProps {
  label: string;
  value: Json | undefined;
  placeholder?: string | undefined;
  readOnly: boolean;
  describedBy: string | undefined;
  className?: string;
  onChange: (value: Json | undefined) => void;
}

/** A number, with all its digits. What is no number stays as it was typed, and the problems say so. */
export function NumberInput({
  label,
  value,
  placeholder,
  readOnly,
  describedBy,
  className,
  onChange,
}: NumberInputProps) {
  const [typed, setTyped] = useState("");
  const isMine = printed(readNumber(typed)) === printed(value);
  return (
    <input
      aria-label={label}
      aria-describedby={describedBy}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      readOnly={readOnly}
      value={isMine ? typed : printed(value)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readNumber(event.target.value));
      }}
      className={cn(inputStyles, "h-8", className)}
    />
  );
}

export function readNumber(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return jsonNumber.test(trimmed) ? numberFromText(trimmed) : trimmed;
}

function printed(value: Json | undefined): string {
  if (value === undefined) return "";
  return value instanceof ExactNumber ? value.text : typeof value === "string" ? value : String(value);
}
