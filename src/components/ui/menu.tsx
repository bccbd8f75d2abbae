"use client";
import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { cn } from "./cn";
import { layerRegion, openLayer } from "./open-layer";
import { menuItemStyles, popupStyles } from "./popup-styles";

interface MenuProps {
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
}

export function Menu({ trigger, align = "end", children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner {...layerRegion} className="z-50" sideOffset={4} align={align}>
          <BaseMenu.Popup {...openLayer} className={cn(popupStyles, "min-w-40 p-1")}>
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export function MenuItem({ danger, className, ...props }: ComponentProps<typeof BaseMenu.Item> & { danger?: boolean }) {
  return <BaseMenu.Item className={cn(menuItemStyles, danger && "text-danger-ink", className)} {...props} />;
}
