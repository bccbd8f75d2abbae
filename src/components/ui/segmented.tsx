"use client";
import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import type { LucideIcon } from "lucide-react";
import { cn } from "./cn";
import { Tooltip } from "./tooltip";

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  /** shown instead of the label, which becomes a hint */
  icon?: LucideIcon;
}

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  vertical?: boolean;
}

/** A few choices side by side, of which one holds. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  vertical = false,
}: SegmentedProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={onValueChange}
      className={cn("flex w-fit gap-0.5 rounded-md border bg-raised p-0.5", vertical && "flex-col")}
    >
      {options.map((option) => (
        <Segment key={option.value} option={option} />
      ))}
    </RadioGroup>
  );
}

function Segment({ option: { value, label, icon: Icon } }: { option: SegmentedOption<string> }) {
  const radio = (
    <Radio.Root
      value={value}
      aria-label={label}
      className={cn(
        "grid h-6.5 cursor-pointer place-items-center rounded text-xs font-medium text-ink-muted hover:text-ink data-checked:bg-pressed data-checked:text-ink",
        Icon ? "w-6.5" : "px-2",
      )}
    >
      {Icon ? <Icon aria-hidden className="size-3.5" /> : label}
    </Radio.Root>
  );
  return Icon ? <Tooltip content={label}>{radio}</Tooltip> : radio;
}
