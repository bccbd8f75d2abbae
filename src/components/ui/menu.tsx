"use client";
import { Menu as BaseMenu } from "@base-ui/react/menu";
import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react";
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

type MenuItemProps = ComponentProps<typeof BaseMenu.Item> & {
  danger?: boolean;
  /** why whoever sits here may not do this; it does nothing then, and says so below its name */
  refusal?: string | undefined;
};

export function MenuItem({ danger, refusal, className, ...props }: MenuItemProps) {
  const id = useId();
  if (refusal === undefined)
    return <BaseMenu.Item className={cn(menuItemStyles, danger && "text-danger-ink", className)} {...props} />;
  return (
    <>
      <BaseMenu.Item {...props} disabled aria-describedby={id} className={cn(menuItemStyles, className)} />
      <p id={id} className="max-w-80 px-2 pb-1.5 pl-8 text-xs text-ink-muted">
        {refusal}
      </p>
    </>
  );
}
