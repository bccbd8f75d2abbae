"use client";
import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { cn } from "./cn";
import { popupStyles } from "./popup-styles";

interface TooltipProps {
  content: ReactNode;
  side?: "top" | "right";
  /** the control says something else now */
  disabled?: boolean;
  children: ReactElement;
}

/** A hint, for those who see, for a control that already has a name; nothing that one must know stands only here. */
export function Tooltip({ content, side, disabled = false, children }: TooltipProps) {
  return (
    <BaseTooltip.Root disabled={disabled}>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner className="z-50" sideOffset={6} {...(side && { side })}>
          <BaseTooltip.Popup
            aria-hidden
            className={cn(popupStyles, "max-w-72 rounded-md px-2 py-1 text-xs break-words")}
          >
            {content}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
