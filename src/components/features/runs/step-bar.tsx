import { cn } from "@/components/ui/cn";
import { type Status, statusLooks } from "@/components/ui/status";
import type { Step } from "@/contracts/runs";

/** The time that the whole timeline covers. */
export interface TimeSpan {
  start: number;
  end: number;
}

const barColours = {
  neutral: "bg-ink-faint",
  accent: "bg-accent",
  success: "bg-success-ink",
  warning: "bg-warning-ink",
  danger: "bg-danger",
} as const;

interface StepBarProps {
  step: Step;
  /** the step's status as it is shown */
  status: Status;
  span: TimeSpan;
  now: number;
}

/** When the step was worked on, try by try, within the time of the whole run; for the eye, the numbers stand beside it. */
export function StepBar({ step, status, span, now }: StepBarProps) {
  const total = Math.max(1, span.end - span.start);
  return (
    <span aria-hidden className="relative hidden h-1.5 w-1/4 shrink-0 overflow-hidden rounded-full bg-hover md:block">
      {stretches(step).map(({ from, to, failed }) => {
        const left = Math.min(99, Math.max(0, ((from - span.start) / total) * 100));
        const right = Math.min(100, (((to ?? Math.max(span.end, now)) - span.start) / total) * 100);
        return (
          <span
            key={from}
            className={cn(
              "absolute inset-y-0 min-w-0.5 rounded-full",
              failed ? barColours.danger : barColours[statusLooks[status].tone],
            )}
            style={{ left: `${left}%`, width: `${Math.max(1, right - left)}%` }}
          />
        );
      })}
    </span>
  );
}

interface Stretch {
  from: number;
  /** undefined: still under way */
  to: number | undefined;
  failed: boolean;
}

/** The tries of a step; where none is recorded (it waited, or was done at once) the step as a whole. */
function stretches(step: Step): Stretch[] {
  const tries = step.attempts.flatMap(({ started_at, finished_at, error }) =>
    started_at === null ? [] : [{ from: Date.parse(started_at), to: parseTime(finished_at), failed: error !== null }],
  );
  if (tries.length > 1 || step.started_at === null) return tries;
  return [{ from: Date.parse(step.started_at), to: parseTime(step.finished_at), failed: false }];
}

function parseTime(time: string | null): number | undefined {
  return time === null ? undefined : Date.parse(time);
}
