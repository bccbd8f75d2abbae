"use client";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { openLayer } from "./open-layer";
import { backdropStyles, popupStyles } from "./popup-styles";

type DialogProps = Pick<ComponentProps<typeof BaseDialog.Root>, "open" | "disablePointerDismissal"> & {
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** `wide` for dialogs that hold an editor */
  width?: "normal" | "wide";
  /** it offers no way to close it but what its children do */
  isRequired?: boolean;
  initialFocus?: ComponentProps<typeof BaseDialog.Popup>["initialFocus"];
  children: ReactNode;
};

/** A modal with a title, its own scrolling and a close button; what it asks for is its children's business. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = "normal",
  isRequired = false,
  initialFocus,
  children,
  ...props
}: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)} {...props}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropStyles} />
        <BaseDialog.Viewport className="fixed inset-0 z-50 grid items-end justify-items-center overflow-y-auto p-3 sm:items-start sm:pt-[12vh]">
          <BaseDialog.Popup
            {...openLayer}
            initialFocus={initialFocus}
            className={cn(popupStyles, "relative w-full", width === "wide" ? "max-w-2xl" : "max-w-md")}
          >
            <header className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <BaseDialog.Title className="text-lg font-semibold break-words">{title}</BaseDialog.Title>
                {description ? (
                  <BaseDialog.Description className="mt-1 text-sm break-words text-ink-muted" render={<div />}>
                    {description}
                  </BaseDialog.Description>
                ) : null}
              </div>
              {isRequired ? null : (
                <BaseDialog.Close render={<Button variant="ghost" size="small-icon" aria-label="Close" />}>
                  <X aria-hidden />
                </BaseDialog.Close>
              )}
            </header>
            {children}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn("flex flex-col gap-4 px-5 pb-5", className)}>{children}</div>;
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{children}</footer>;
}

export function DialogCancel({ children = "Cancel" }: { children?: ReactNode }) {
  return <BaseDialog.Close render={<Button>{children}</Button>} />;
}
