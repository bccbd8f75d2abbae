"use client";
import { Search, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inputStyles } from "@/components/ui/field";

interface RunIdFilterProps {
  value: string | null;
  onValueChange: (value: string | null) => void;
}

const wanted = /^[0-9a-f-]{4,36}$/i;

/** Finds a run by its id, or by the end of it, as lists show it. */
export function RunIdFilter({ value, onValueChange }: RunIdFilterProps) {
  const [text, setText] = useState(value ?? "");
  const [applied, setApplied] = useState(value);
  if (value !== applied) {
    setApplied(value);
    setText(value ?? "");
  }
  const trimmed = text.trim();
  const isWrong = trimmed !== "" && !wanted.test(trimmed);
  const apply = () => {
    if (!isWrong && trimmed !== (value ?? "")) onValueChange(trimmed === "" ? null : trimmed);
  };
  return (
    <search className="relative min-w-0 sm:w-56">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-ink-faint" />
        <input
          type="text"
          aria-label="Find a run by its id, or the end of it"
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? "run-id-problem" : undefined}
          placeholder="Run id, or its end"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          className={cn(inputStyles, "h-8 border-line bg-raised pr-8 pl-8 aria-invalid:border-danger-ink")}
        />
        {text !== "" ? (
          <Button
            variant="ghost"
            size="small-icon"
            aria-label="Clear the id"
            className="absolute top-0.5 right-0.5"
            onClick={() => {
              setText("");
              onValueChange(null);
            }}
          >
            <X aria-hidden />
          </Button>
        ) : null}
      </form>
      {isWrong ? (
        <p id="run-id-problem" role="alert" className="mt-1 text-xs text-danger-ink">
          An id has digits, letters a–f and hyphens; give four or more.
        </p>
      ) : null}
    </search>
  );
}
