"use client";
import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cn } from "./cn";

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
}

interface TabsProps<Value extends string> {
  /** names the row of tabs */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
  /** what the chosen tab shows */
  children: ReactNode;
}

/** A row of tabs and the one panel that shows. On a narrow page the row scrolls. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  className,
  children,
}: TabsProps<Value>) {
  return (
    <BaseTabs.Root
      value={value}
      // Only the values of `tabs` are handed to the parts below.
      onValueChange={(next: Value) => onValueChange(next)}
      className={className}
    >
      <BaseTabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b px-2">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className={cn(
              "-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm text-ink-muted hover:text-ink focus-visible:-outline-offset-2",
              "data-active:border-accent-ink data-active:font-medium data-active:text-ink",
            )}
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className="p-3 focus-visible:-outline-offset-2">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
