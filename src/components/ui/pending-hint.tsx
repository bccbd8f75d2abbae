"use client";
import { LoaderCircle } from "lucide-react";
import { useLinkStatus } from "next/link";
import { cn } from "./cn";

/** Stands in a link: when the page behind it takes a moment, it says that it is coming. Quick ones show nothing. */
export function PendingHint({ className }: { className?: string }) {
  const { pending } = useLinkStatus();
  return (
    <LoaderCircle
      aria-hidden
      className={cn(
        "size-3.5 shrink-0 text-ink-faint opacity-0",
        pending && "animate-spin opacity-100 transition-opacity delay-150",
        className,
      )}
    />
  );
}
