"use client";
import { Checkbox as BaseCheckbox } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import { cn } from "./cn";

interface CheckboxProps {
  /** names it for those who cannot see its surroundings */
  label: string;
  checked: boolean;
  /** some of what it stands for is chosen */
  indeterminate?: boolean;
  onCheckedChange: (checked: boolean, event: { shiftKey: boolean }) => void;
  className?: string;
}

/** Takes clicks well beyond its edge: a finger is wider than it. */
export function Checkbox({ label, checked, indeterminate = false, onCheckedChange, className }: CheckboxProps) {
  return (
    <BaseCheckbox.Root
      aria-label={label}
      checked={checked}
      indeterminate={indeterminate}
      onCheckedChange={(next, { event }) =>
        onCheckedChange(next, { shiftKey: "shiftKey" in event && event.shiftKey === true })
      }
      className={cn(
        "relative z-10 grid size-4 cursor-pointer place-items-center rounded border border-line-strong bg-canvas after:absolute after:-inset-3 data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent",
        className,
      )}
    >
      <BaseCheckbox.Indicator className="text-on-solid [&_svg]:size-3">
        {indeterminate ? <Minus aria-hidden strokeWidth={3} /> : <Check aria-hidden strokeWidth={3} />}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  );
}
