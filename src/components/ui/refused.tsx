"use client";
import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import { type ReactElement, useId, useState } from "react";
import { cn } from "./cn";
import { popupStyles } from "./popup-styles";

interface Described {
  "aria-describedby": string;
  disabled: true;
  focusableWhenDisabled: true;
}

interface RefusedProps {
  /** why it cannot be done, in words for who sits here */
  reason: string;
  /** a control that is disabled and can be stopped at all the same */
  children: (described: Described) => ReactElement;
}

/** A control that does nothing, and says why: to the pointer, to the keyboard, to a finger, and to who listens. */
export function Refused({ reason, children }: RefusedProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <BaseTooltip.Root open={open} onOpenChange={setOpen}>
      <BaseTooltip.Trigger
        closeOnClick={false}
        delay={150}
        // A finger neither points nor stops: its tap asks.
        onPointerUp={() => setOpen(true)}
        render={children({ "aria-describedby": id, disabled: true, focusableWhenDisabled: true })}
      />
      <span hidden id={id}>
        {reason}
      </span>
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner className="z-50" sideOffset={6}>
          <BaseTooltip.Popup
            aria-hidden
            className={cn(popupStyles, "max-w-72 rounded-md px-2 py-1 text-xs break-words")}
          >
            {reason}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
