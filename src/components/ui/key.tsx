import type { ReactNode } from "react";

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border bg-subtle px-1 font-sans text-xs text-ink-muted">
      {children}
    </kbd>
  );
}
