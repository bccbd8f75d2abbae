"use client";
import { ShieldAlert } from "lucide-react";
import { useIdentity } from "@/components/access/identity";

/**
 * Says on every page that nobody is asked who they are. It stays: whoever comes later, or scrolls, must see it as well.
 * What else sticks to the window's top keeps below `--notice`, its height (globals.css).
 */
export function OpenNotice() {
  if (useIdentity().mode !== "open") return null;
  return (
    <aside
      aria-label="Access"
      data-notice
      className="sticky top-0 z-30 flex min-h-(--notice) items-center justify-center gap-2 border-b border-warning-line bg-warning-soft px-4 text-sm text-warning-ink"
    >
      <ShieldAlert aria-hidden className="size-4 shrink-0" />
      <p>
        Open to everybody: whoever reaches this address may do everything here (<code>AUTH_MODE=open</code>).
      </p>
    </aside>
  );
}
