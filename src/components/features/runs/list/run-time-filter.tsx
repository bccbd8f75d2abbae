"use client";
import { Popover } from "@base-ui/react/popover";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, Input } from "@/components/ui/field";
import { openLayer } from "@/components/ui/open-layer";
import { pickerTriggerStyles, popupStyles } from "@/components/ui/popup-styles";
import { type TimeRange, timeRanges } from "@/core/time-range";
import { rangeLabels } from "./range-labels";
import type { RunFilters } from "./run-filters";

interface RunTimeFilterProps {
  filters: Pick<RunFilters, "within" | "from" | "to">;
  onChange: (filters: Pick<RunFilters, "within" | "from" | "to">) => void;
}

/** When the runs were created: within the last while, or between two moments of the reader's own clock. */
export function RunTimeFilter({ filters, onChange }: RunTimeFilterProps) {
  const [open, setOpen] = useState(false);
  const choose = (within: TimeRange | null) => {
    onChange({ within, from: null, to: null });
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={`Filter by time: ${describe(filters)}`}
        className={cn(pickerTriggerStyles, "sm:min-w-36")}
      >
        <span className="truncate">{describe(filters)}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="z-50" sideOffset={4} align="start">
          <Popover.Popup
            {...openLayer}
            aria-label="Filter by time"
            className={cn(popupStyles, "w-72 max-w-[calc(100vw-1.5rem)] p-3")}
          >
            <div className="grid grid-cols-2 gap-1.5">
              {timeRanges.map((range) => (
                <Button
                  key={range}
                  size="small"
                  aria-pressed={filters.within === range}
                  className="aria-pressed:bg-pressed"
                  onClick={() => choose(range)}
                >
                  {rangeLabels[range]}
                </Button>
              ))}
            </div>
            <Between
              filters={filters}
              onApply={(from, to) => {
                onChange({ within: null, from, to });
                setOpen(false);
              }}
              onClear={() => choose(null)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface BetweenProps {
  filters: RunTimeFilterProps["filters"];
  onApply: (from: Date | null, to: Date | null) => void;
  onClear: () => void;
}

function Between({ filters, onApply, onClear }: BetweenProps) {
  const [from, setFrom] = useState(() => toLocal(filters.from));
  const [to, setTo] = useState(() => toLocal(filters.to));
  const isReversed = from !== "" && to !== "" && Date.parse(from) >= Date.parse(to);
  return (
    <form
      className="mt-3 flex flex-col gap-2.5 border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReversed) onApply(fromLocal(from), fromLocal(to));
      }}
    >
      <Field label="From" help="In the time of this device.">
        <Input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      <Field label="Until" error={isReversed ? "This is not after the beginning." : undefined}>
        <Input type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button type="button" variant="ghost" size="small" onClick={onClear}>
          Any time
        </Button>
        <Button type="submit" variant="primary" size="small" disabled={(from === "" && to === "") || isReversed}>
          Apply
        </Button>
      </div>
    </form>
  );
}

function describe({ within, from, to }: RunTimeFilterProps["filters"]): string {
  if (within) return rangeLabels[within];
  if (from && to) return `${short(from)} – ${short(to)}`;
  if (from) return `Since ${short(from)}`;
  return to ? `Before ${short(to)}` : "Any time";
}

/** In UTC, like everything that the server renders; the fields show the reader's own time. */
function short(time: Date): string {
  return `${time.toISOString().slice(5, 16).replace("T", " ")} UTC`;
}

/** The text of a field for date and time, in the reader's zone. */
function toLocal(time: Date | null): string {
  if (!time) return "";
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

function fromLocal(text: string): Date | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time);
}
