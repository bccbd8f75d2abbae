import { ShieldAlert } from "lucide-react";

/** Says on every page that nobody is asked who they are. It stays: whoever comes later must see it as well. */
export function OpenNotice() {
  return (
    <aside
      aria-label="Access"
      className="flex items-center justify-center gap-2 border-b border-warning-line bg-warning-soft px-4 py-1.5 text-sm text-warning-ink"
    >
      <ShieldAlert aria-hidden className="size-4 shrink-0" />
      <p>
        Open to everybody: whoever reaches this address may do everything here (<code>AUTH_MODE=open</code>).
      </p>
    </aside>
  );
}
