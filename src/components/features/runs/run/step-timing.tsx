"use client";
import type { ReactNode } from "react";
import { formatDuration } from "@/components/time/format-time";
import { Countdown, Duration, ExactTime, RelativeTime } from "@/components/time/time";
import type { Reason } from "@/contracts/explanation";
import type { StepOverview } from "@/contracts/run-view";
import { type StretchKind, stretchesOf } from "./waterfall";

interface StepTimingProps {
  step: StepOverview;
  worker: Reason["worker"];
}

/** When the step began and ended, how much of it was work and how much was waiting, and who holds it. */
export function StepTiming({ step, worker }: StepTimingProps) {
  const { started_at, finished_at, next_retry_at } = step;
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
      <Fact name="Started">{started_at ? <ExactTime at={started_at} /> : "Not yet"}</Fact>
      <Fact name="Finished">{finished_at ? <ExactTime at={finished_at} /> : "Not yet"}</Fact>
      {started_at ? (
        <Fact name="Duration">
          <Duration from={started_at} to={finished_at} />
        </Fact>
      ) : null}
      {finished_at ? (
        <>
          <Fact name="Worked">{spent(step, ["work", "failed", "cancelled"])}</Fact>
          <Fact name="Waited">{spent(step, ["delay", "backoff"])}</Fact>
        </>
      ) : null}
      {next_retry_at ? (
        <Fact name="Due">
          <ExactTime at={next_retry_at} /> · <Countdown until={next_retry_at} />
        </Fact>
      ) : null}
      <Fact name="Attempts">
        {step.attempt} of {step.max_attempts}
      </Fact>
      {worker ? (
        <Fact name="Held by">
          {worker.host === null ? "a manual tick" : `${worker.host}, process ${worker.pid}`}{" "}
          <code className="font-mono text-xs break-all text-ink-muted">{worker.id}</code>
          {worker.last_seen_at ? (
            <span className="block text-xs text-ink-muted">
              last sign of life <RelativeTime at={worker.last_seen_at} />
            </span>
          ) : null}
        </Fact>
      ) : null}
    </dl>
  );
}

/** Of a step that has ended: how long it was in such stretches. */
function spent(step: StepOverview, kinds: readonly StretchKind[]): string {
  const sum = stretchesOf(step, 0)
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((total, { from, to }) => total + to - from, 0);
  return formatDuration(sum);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
