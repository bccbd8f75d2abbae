"use client";
import { Popover } from "@base-ui/react/popover";
import { cn } from "@/components/ui/cn";
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
  onPick: (type: NodeType) => void;
}

/** Asks which node to add, beside the place where it is going to be. */
export function PickerPopover({ anchor, title, onClose, onPick }: PickerPopoverProps) {
  return (
    <Popover.Root
      open={anchor !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className="z-50"
          sideOffset={6}
          anchor={anchor instanceof Element ? anchor : virtual(anchor)}
        >
          <Popover.Popup className={cn(popupStyles, "flex max-h-96 w-72 flex-col gap-2 p-2")}>
            <Popover.Title className="px-1 text-sm font-medium">{title}</Popover.Title>
            <NodePicker
              autoFocus
              onPick={(type) => {
                onClose();
                onPick(type);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function virtual(point: { x: number; y: number } | undefined) {
  const { x, y } = point ?? { x: 0, y: 0 };
  return { getBoundingClientRect: () => new DOMRect(x, y, 1, 1) };
}
