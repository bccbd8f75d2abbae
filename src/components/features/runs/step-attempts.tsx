import { Duration, ExactTime } from "@/components/time/time";
import { StatusIcon } from "@/components/ui/status-badge";
import type { Step } from "@/contracts/runs";
import { readStepError } from "./read-step-error";

/** Every try at a step, in order: when, how long, and what came of it. */
export function StepAttempts({ step }: { step: Step }) {
  return (
    <section aria-label="Attempts">
      <p className="mb-1 text-xs font-medium text-ink-muted">Attempts</p>
      <ol className="divide-y rounded-md border text-sm">
        {step.attempts.map(({ attempt, started_at, finished_at, error }, index) => {
          const failure = error ? readStepError(error) : undefined;
          const status = failure ? "dead" : finished_at === null ? "running" : "succeeded";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: tries are only ever added at the end, and their numbers repeat
            <li key={index} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-1.5">
              <span className="flex items-center gap-1.5 font-medium">
                <StatusIcon
                  status={status}
                  className={`size-3.5 ${failure ? "text-danger-ink" : status === "running" ? "text-accent-ink" : "text-success-ink"}`}
                />
                <span className="sr-only">
                  {failure ? "Failed: " : status === "running" ? "Running: " : "Succeeded: "}
                </span>
                Attempt {attempt}
              </span>
              {started_at ? (
                <span className="text-xs text-ink-muted">
                  <ExactTime at={started_at} /> · <Duration from={started_at} to={finished_at} />
                </span>
              ) : null}
              {failure ? (
                <span className="basis-full text-xs break-words">
                  <code className="font-mono text-danger-ink">{failure.code}</code> {failure.message}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
