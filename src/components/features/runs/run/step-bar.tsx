import { cn } from "@/components/ui/cn";
import type { StepOverview } from "@/contracts/run-view";
import { placeOf, type StretchKind, stretchesOf, type TimeSpan } from "./waterfall";

/** Work is solid, waiting is hatched: colour alone tells nothing. */
export const stretchStyles: Record<StretchKind, string> = {
  work: "h-2.5 rounded-sm bg-success-ink",
  running: "h-2.5 rounded-sm bg-accent motion-safe:animate-pulse",
  failed: "h-2.5 rounded-sm bg-danger",
  cancelled: "h-2.5 rounded-sm bg-ink-faint",
  delay: "h-1.5 rounded-xs text-accent-ink hatched",
  backoff: "h-1.5 rounded-xs text-warning-ink hatched",
  queued: "h-0.5 rounded-xs bg-ink-faint",
};

interface StepBarProps {
  step: StepOverview;
  span: TimeSpan;
  now: number;
}

/** What the step did when, within the time of the whole run; for the eye, the words stand beside it. */
export function StepBar({ step, span, now }: StepBarProps) {
  return stretchesOf(step, Math.max(now, span.end)).map(({ kind, from, to }) => {
    const { left, width } = placeOf({ from, to }, span);
    return (
      <span
        key={`${kind} ${from}`}
        className={cn("absolute top-1/2 min-w-[3px] -translate-y-1/2", stretchStyles[kind])}
        style={{ left: `min(${left}%, 100% - 3px)`, width: `${width}%` }}
      />
    );
  });
}
