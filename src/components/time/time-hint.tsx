"use client";
import { Tooltip } from "@base-ui/react/tooltip";
import { cn } from "@/components/ui/cn";
import { popupStyles } from "@/components/ui/popup-styles";
import { formatExact } from "./format-time";
import { useZone } from "./use-zone";

/**
 * Every time of a page shares one hint: a list has hundreds of them, and at most one shows its exact form. It is for those
 * who see; the others are told by the time's own description.
 */
export const timeHint = Tooltip.createHandle<number>();

export function TimeHint() {
  const zone = useZone();
  return (
    <Tooltip.Root handle={timeHint}>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner className="z-50" sideOffset={6}>
            <Tooltip.Popup
              aria-hidden
              className={cn(popupStyles, "rounded-md px-2 py-1 text-xs whitespace-nowrap tabular-nums")}
            >
              {payload === undefined ? null : formatExact(payload, zone)}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  );
}
