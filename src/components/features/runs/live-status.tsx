import { cn } from "@/components/ui/cn";

interface LiveStatusProps {
  isLive: boolean;
  /** the last request got no answer */
  isFailing?: boolean;
}

const looks = {
  live: { label: "Live", explanation: "changes appear by themselves", dot: "bg-success-ink" },
  polling: { label: "Polling", explanation: "asks for changes regularly", dot: "bg-ink-faint" },
  offline: { label: "Offline", explanation: "the server does not answer; trying again", dot: "bg-warning-ink" },
};

/** Says how current a page is. That it polls shows only once it lasts: every page does for a moment. */
export function LiveStatus({ isLive, isFailing = false }: LiveStatusProps) {
  const state = isLive ? "live" : isFailing ? "offline" : "polling";
  const { label, explanation, dot } = looks[state];
  return (
    <span
      key={state}
      className={cn(
        "flex items-center gap-1.5 text-xs text-ink-muted",
        state === "polling" && "transition-opacity delay-1000 starting:opacity-0",
      )}
    >
      <span aria-hidden className={cn("size-1.5 rounded-full", dot)} />
      <span>{label}</span>
      <span className="sr-only">({explanation})</span>
    </span>
  );
}
