"use client";
import { Select as BaseSelect } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { cn } from "./cn";
import { layerRegion, openLayer } from "./open-layer";
import { menuItemStyles, popupStyles } from "./popup-styles";

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

interface SelectProps<Value extends string> {
  /** names the field for those who cannot see its surroundings */
  label: string;
  options: readonly SelectOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  disabled?: boolean;
  className?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, onValueChange, disabled = false, className } = props;
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next);
      }}
    >
      <BaseSelect.Trigger
        aria-label={label}
        className={cn(
          "flex h-8 min-w-0 items-center justify-between gap-2 rounded-md border bg-raised pr-2 pl-2.5 text-sm select-none hover:bg-hover data-disabled:cursor-not-allowed data-disabled:bg-subtle data-disabled:text-ink-muted data-popup-open:bg-hover",
          className,
        )}
      >
        <BaseSelect.Value className="truncate" />
        <BaseSelect.Icon className="text-ink-faint">
          <ChevronsUpDown aria-hidden className="size-3.5" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          {...layerRegion}
          className="z-50"
          sideOffset={4}
          alignItemWithTrigger={false}
          align="start"
        >
          <BaseSelect.Popup
            {...openLayer}
            className={cn(popupStyles, "max-w-[calc(100vw-1.5rem)] min-w-(--anchor-width)")}
          >
            <BaseSelect.List className="max-h-[min(24rem,var(--available-height))] overflow-y-auto p-1">
              {options.map((option) => (
                <BaseSelect.Item key={option.value} value={option.value} className={cn(menuItemStyles, "pr-3")}>
                  <span className="size-4">
                    <BaseSelect.ItemIndicator>
                      <Check aria-hidden />
                    </BaseSelect.ItemIndicator>
                  </span>
                  <BaseSelect.ItemText className="truncate">{option.label}</BaseSelect.ItemText>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
