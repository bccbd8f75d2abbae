"use client";
import { Check, CircleAlert, CircleDot, LoaderCircle, type LucideIcon } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { SaveState } from "./draft-store";

const looks: Record<SaveState, { text: string; icon: LucideIcon; className: string }> = {
  saved: { text: "Saved", icon: Check, className: "text-ink-muted" },
  unsaved: { text: "Unsaved changes", icon: CircleDot, className: "text-warning-ink" },
  saving: { text: "Saving…", icon: LoaderCircle, className: "text-ink-muted" },
  failed: { text: "Could not save", icon: CircleAlert, className: "text-danger-ink" },
};

/** What became of the edits, in the same four words everywhere. */
export function SaveStatus({ state }: { state: SaveState }) {
  const { text, icon: Icon, className } = looks[state];
  return (
    <span
      role="status"
      className={cn(
        "order-last flex h-8 basis-full items-center gap-1.5 text-sm sm:order-none sm:min-w-36 sm:basis-auto sm:justify-end sm:pr-1",
        className,
      )}
    >
      <Icon aria-hidden className={cn("size-4 shrink-0", state === "saving" && "animate-spin")} />
      {text}
    </span>
  );
}
