import { formatDuration } from "@/components/time/format-time";
import { Duration, ExactTime } from "@/components/time/time";
import { StatusIcon } from "@/components/ui/status-badge";
import type { Step } from "@/contracts/runs";
import { StepErrorView } from "./step-error";

type Attempt = Step["attempts"][number];

const looks = {
  dead: ["Failed: ", "text-danger-ink"],
  running: ["Running: ", "text-accent-ink"],
  cancelled: ["Cancelled: ", "text-ink-muted"],
  succeeded: ["Succeeded: ", "text-success-ink"],
} as const;

/** Every try at a step, in order: when, how long, what came of it, and how long the next one was waited for. */
export function StepAttempts({ step }: { step: Step }) {
  return (
    <ol aria-label="Attempts" className="divide-y rounded-md border text-sm">
      {step.attempts.map((attempt, index) => {
        const status = statusOf(step, attempt);
        const [word, colour] = looks[status];
        const waited = waitBetween(step.attempts[index - 1], attempt);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: tries are only ever added at the end, and their numbers repeat
          <li key={index} className="flex flex-col gap-1.5 px-3 py-2">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="flex items-center gap-1.5 font-medium">
                <StatusIcon status={status} className={`size-3.5 ${colour}`} />
                <span className="sr-only">{word}</span>
                Attempt {attempt.attempt}
              </span>
              {attempt.started_at ? (
                <span className="text-xs text-ink-muted">
                  <ExactTime at={attempt.started_at} />
                  {waited === undefined ? null : `, after waiting ${waited}`} ·{" "}
                  <Duration from={attempt.started_at} to={attempt.finished_at} />
                </span>
              ) : null}
            </p>
            {attempt.error ? (
              <StepErrorView error={attempt.error} label={`Error of attempt ${attempt.attempt}`} folded />
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

function statusOf(step: Step, { error, finished_at }: Attempt): keyof typeof looks {
  if (error) return "dead";
  if (finished_at === null) return "running";
  return step.status === "cancelled" ? "cancelled" : "succeeded";
}

function waitBetween(before: Attempt | undefined, { started_at }: Attempt): string | undefined {
  if (!before?.finished_at || started_at === null) return undefined;
  return formatDuration(Date.parse(started_at) - Date.parse(before.finished_at));
}
