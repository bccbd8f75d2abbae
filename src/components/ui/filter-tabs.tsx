"use client";
import { cn } from "./cn";
import type { Status } from "./status";
import { StatusIcon } from "./status-badge";

export interface FilterTab<Value extends string> {
  /** null: everything */
  value: Value | null;
  label: string;
  status?: Status;
  /** undefined while it is not known; its place is kept */
  count?: number | string | undefined;
}

interface FilterTabsProps<Value extends string> {
  label: string;
  tabs: readonly FilterTab<Value>[];
  value: Value | null;
  onValueChange: (value: Value | null) => void;
  counted?: boolean;
}

/** A row of filters of which one holds; where there is no room it scrolls. */
export function FilterTabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  counted = false,
}: FilterTabsProps<Value>) {
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-1 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <legend className="sr-only">{label}</legend>
      {tabs.map((tab) => {
        const isChosen = tab.value === value;
        return (
          <button
            key={tab.value ?? "all"}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onValueChange(tab.value)}
            className={cn(
              "flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-ink-muted hover:bg-hover hover:text-ink",
              isChosen && "bg-pressed text-ink hover:bg-pressed",
            )}
          >
            {tab.status ? <StatusIcon status={tab.status} className="size-3.5 animate-none!" /> : null}
            {tab.label}
            {counted ? (
              <span className="min-w-[2ch] text-left text-xs text-ink-muted tabular-nums">{tab.count ?? ""}</span>
            ) : null}
          </button>
        );
      })}
    </fieldset>
  );
}
