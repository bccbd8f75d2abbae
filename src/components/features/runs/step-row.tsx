"use client";
import { ChevronRight } from "lucide-react";
import { nodeLook } from "@/components/graph/node-look";
import { Countdown, Duration, RelativeTime } from "@/components/time/time";
import { cn } from "@/components/ui/cn";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Step } from "@/contracts/runs";
import { shownStatus } from "./run-state";
import { StepBar, type TimeSpan } from "./step-bar";
import { StepDetails } from "./step-details";

interface StepRowProps {
  step: Step;
  span: TimeSpan;
  now: number;
  isOpen: boolean;
  onToggle: () => void;
}

export function StepRow({ step, span, now, isOpen, onToggle }: StepRowProps) {
  const { icon: Icon, label } = nodeLook(step.node_type);
  const status = shownStatus(step, now);
  const detailsId = `step-${step.id}-details`;
  return (
    <li
      id={`step-${step.id}`}
      className="border-b [contain-intrinsic-size:auto_3.3rem] [content-visibility:auto] last:border-b-0"
    >
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={onToggle}
          className="flex w-full scroll-mt-16 items-center gap-2.5 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={cn("size-4 shrink-0 text-ink-faint transition-transform", isOpen && "rotate-90")}
          />
          <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{step.name ?? step.node_id}</span>
            <span className="block text-xs break-words text-ink-muted">
              {label}
              <StepProgress step={step} now={now} />
            </span>
          </span>
          <StepBar step={step} status={status} span={span} now={now} />
          <span className="hidden w-16 shrink-0 text-right text-xs text-ink-muted tabular-nums sm:block">
            {step.started_at ? <Duration from={step.started_at} to={step.finished_at} /> : null}
          </span>
          <span className="flex w-26 shrink-0 justify-end">
            <StatusBadge status={status} />
          </span>
        </button>
      </h3>
      {isOpen ? (
        <div id={detailsId} className="border-t bg-canvas px-3 py-3 sm:pr-4 sm:pl-9">
          <StepDetails step={step} />
        </div>
      ) : null}
    </li>
  );
}

/** Behind the type: which try it is, and what the step waits for. */
function StepProgress({ step, now }: { step: Step; now: number }) {
  const status = shownStatus(step, now);
  const tries = step.attempt > 1 || step.status === "dead" || status === "retrying";
  return (
    <>
      {tries ? ` · attempt ${step.attempt} of ${step.max_attempts}` : null}
      {status === "retrying" && step.next_retry_at ? (
        <>
          {" · next try in "}
          <Countdown until={step.next_retry_at} />
        </>
      ) : null}
      {status === "waiting" && step.next_retry_at ? (
        <>
          {" · wakes "}
          <RelativeTime at={step.next_retry_at} within="control" />
        </>
      ) : null}
    </>
  );
}
