"use client";
import { Popover } from "@base-ui/react/popover";
import { useRef } from "react";
import { cn } from "@/components/ui/cn";
import { openLayer } from "@/components/ui/open-layer";
import { popupStyles } from "@/components/ui/popup-styles";
import type { NodeType } from "@/core/kinds";
import { NodePicker } from "./node-picker";

/** Where a picker opens: at an element, or at a point of the window. */
export type PickerAnchor = Element | { x: number; y: number };

interface PickerPopoverProps {
  /** undefined: closed */
  anchor: PickerAnchor | undefined;
  title: string;
  onClose: () => void;
  /** @returns what has the focus once the picker is gone */
  onPick: (type: NodeType) => () => HTMLElement | null | undefined;
}

/** Asks which node to add, beside the place where it is going to be. */
export function PickerPopover({ anchor, title, onClose, onPick }: PickerPopoverProps) {
  const afterwards = useRef<() => HTMLElement | null | undefined>(undefined);
  return (
    <Popover.Root
      open={anchor !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner className="z-50" sideOffset={6} anchor={placeOf(anchor)}>
          <Popover.Popup
            {...openLayer}
            finalFocus={() => {
              const focus = afterwards.current;
              afterwards.current = undefined;
              return focus === undefined ? true : (focus() ?? false);
            }}
            className={cn(popupStyles, "flex max-h-96 w-72 flex-col gap-2 p-2")}
          >
            <Popover.Title className="px-1 text-sm font-medium">{title}</Popover.Title>
            <NodePicker
              autoFocus
              onPick={(type) => {
                onClose();
                afterwards.current = onPick(type);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** It is rendered on the server, too, where there is no class of elements to ask. */
function placeOf(anchor: PickerAnchor | undefined) {
  if (anchor === undefined || "getBoundingClientRect" in anchor) return anchor;
  return { getBoundingClientRect: () => new DOMRect(anchor.x, anchor.y, 1, 1) };
}
