"use client";
import { Toast } from "@base-ui/react/toast";
import { CircleCheck, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { readError } from "@/components/errors/read-error";
import { Button } from "./button";
import { cn } from "./cn";
import { popupStyles } from "./popup-styles";

const manager = Toast.createToastManager();

interface ToastAction {
  label: string;
  onClick: () => void;
}

/** Says that something was done, and offers to take it back where that is possible. */
export function notify(title: string, options: { description?: string; action?: ToastAction } = {}): void {
  const { description, action } = options;
  const id = manager.add({
    title,
    description,
    type: "success",
    timeout: action ? 10_000 : 5_000,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.onClick();
        },
      },
    }),
  });
}

/** Says that something could not be done, and why; stays until it is closed. */
export function notifyError(title: string, error: unknown): void {
  const { message, requestId } = readError(error);
  const description = requestId ? `${message} (request ${requestId})` : message;
  manager.add({ title, description, type: "error", priority: "high", timeout: 0 });
}

/** Toasts lie below dialogs: on a small screen they would cover the buttons that one is about to press. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-4 z-40 sm:left-auto sm:w-90">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** A pile whose newest lies in front; the pile opens under the pointer or the focus. */
const toastStyles =
  "absolute right-0 bottom-0 z-[calc(1000-var(--toast-index))] h-(--toast-frontmost-height,var(--toast-height)) w-full origin-bottom select-none [transition:transform_300ms_cubic-bezier(0.22,1,0.36,1),opacity_300ms,height_150ms] after:absolute after:top-full after:left-0 after:h-3 after:w-full [transform:translateX(var(--toast-swipe-movement-x))_translateY(calc(var(--toast-swipe-movement-y)-var(--toast-index)*0.6rem))_scale(calc(1-var(--toast-index)*0.06))] data-expanded:h-(--toast-height) data-expanded:[transform:translateX(var(--toast-swipe-movement-x))_translateY(calc(var(--toast-offset-y)*-1-var(--toast-index)*0.6rem+var(--toast-swipe-movement-y)))] data-starting-style:[transform:translateY(120%)] data-ending-style:opacity-0 data-limited:opacity-0";

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={cn(popupStyles, toastStyles)}>
      <Toast.Content className="flex items-start gap-2.5 overflow-hidden p-3 transition-opacity duration-200 data-behind:opacity-0 data-expanded:opacity-100">
        {toast.type === "error" ? (
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
        ) : (
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-ink" />
        )}
        <div className="min-w-0 flex-1 select-text">
          <Toast.Title className="text-sm font-medium break-words" />
          <Toast.Description className="mt-0.5 text-sm break-words text-ink-muted" />
        </div>
        <Toast.Action render={<Button size="small" className="-my-0.5" />} />
        <Toast.Close render={<Button variant="ghost" size="small-icon" className="-m-1" aria-label="Dismiss" />}>
          <X aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
