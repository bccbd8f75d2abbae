import { cn } from "@/components/ui/cn";

/** Says how current a page is. That it polls shows only once it lasts: every page does for a moment. */
export function LiveStatus({ isLive }: { isLive: boolean }) {
  return (
    <span
      key={String(isLive)}
      className={cn(
        "flex items-center gap-1.5 text-xs text-ink-muted",
        !isLive && "transition-opacity delay-1000 starting:opacity-0",
      )}
    >
      <span aria-hidden className={cn("size-1.5 rounded-full", isLive ? "bg-success-ink" : "bg-ink-faint")} />
      <span>{isLive ? "Live" : "Polling"}</span>
      <span className="sr-only">{isLive ? "(changes appear by themselves)" : "(asks for changes regularly)"}</span>
    </span>
  );
}
