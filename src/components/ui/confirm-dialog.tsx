"use client";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { openLayer } from "./open-layer";
import { backdropStyles, popupStyles } from "./popup-styles";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** what will happen, in the words of the thing that it happens to */
  children: ReactNode;
  confirm: string;
  cancel?: string;
  /** a third answer, between the two */
  alternative?: ReactNode;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
}

/** Asks before something that cannot be taken back. The question stays open while the answer is carried out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    confirm,
    cancel = "Cancel",
    alternative,
    danger,
    busy = false,
    onConfirm,
  } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropStyles} />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid items-end justify-items-center overflow-y-auto p-3 sm:items-start sm:pt-[16vh]">
          <AlertDialog.Popup {...openLayer} className={cn(popupStyles, "w-full max-w-md")}>
            <div className="px-5 pt-4 pb-5">
              <AlertDialog.Title className="text-lg font-semibold break-words">{title}</AlertDialog.Title>
              <AlertDialog.Description
                className="mt-2 flex flex-col gap-2 text-base break-words text-ink-muted"
                render={<div />}
              >
                {children}
              </AlertDialog.Description>
            </div>
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
              <AlertDialog.Close render={<Button>{cancel}</Button>} />
              {alternative}
              <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
                {confirm}
              </Button>
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
