"use client";
import { Search } from "lucide-react";
import { cn } from "./cn";
import { inputStyles } from "./field";

interface SearchInputProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  className?: string;
}

/** Looks for words in a list; `/` brings the focus here. */
export function SearchInput({ label, value, onValueChange, className }: SearchInputProps) {
  return (
    <div className={cn("relative", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-muted" />
      <input
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value !== "") onValueChange("");
        }}
        className={cn(inputStyles, "h-8 border-line bg-raised pl-8.5")}
      />
    </div>
  );
}
