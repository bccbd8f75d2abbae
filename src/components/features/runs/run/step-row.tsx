"use client";
import type { Ref } from "react";
import { nodeLook } from "@/components/graph/node-look";
import { Countdown, Duration } from "@/components/time/time";
import { cn } from "@/components/ui/cn";
import { type Status, statusLooks, toneTextStyles } from "@/components/ui/status";
import { StatusIcon } from "@/components/ui/status-badge";
import type { StepOverview } from "@/contracts/run-view";
import { StepBar } from "./step-bar";
import { TimeLines } from "./time-axis";
import type { TimeSpan } from "./waterfall";

/** One line of the list: a step, or a node that has none. */
export interface StepLine {
  nodeId: string;
  type: string;
  name: string;
  status: Status;
  step: StepOverview | undefined;
}

interface StepRowProps {
  line: StepLine;
  index: number;
  count: number;
  span: TimeSpan;
  now: number;
  offset: number;
  /** the one that the keyboard is at */
  isActive: boolean;
  isSelected: boolean;
  rowRef: Ref<HTMLLIElement>;
  onSelect: () => void;
  onFocus: () => void;
}

/** Name, bar and duration stand in the same columns in every row, and under the axis. */
export const stepColumns =
  "grid grid-cols-[minmax(0,1fr)_4.5rem] gap-x-3 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_4.5rem]";

export function StepRow({ line, index, count, span, now, offset, isActive, isSelected, ...props }: StepRowProps) {
  const { step, status } = line;
  const { icon: Icon, label } = nodeLook(line.type);
  return (
    <li
      ref={props.rowRef}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      className="absolute inset-x-0 top-0 border-b"
      style={{ transform: `translateY(${offset}px)` }}
    >
      <button
        type="button"
        data-row={index}
        tabIndex={isActive ? 0 : -1}
        aria-pressed={isSelected}
        onClick={props.onSelect}
        onFocus={props.onFocus}
        className={cn(
          stepColumns,
          "w-full items-center px-3 py-1.5 text-left focus-visible:-outline-offset-2",
          isSelected ? "bg-accent-soft" : "hover:bg-hover",
        )}
      >
        <span className="col-start-1 row-start-1 flex min-w-0 items-center gap-2">
          <StatusIcon status={status} className={cn("size-4 shrink-0", toneTextStyles[statusLooks[status].tone])} />
          <span className="min-w-0 flex-1">
            <span className={cn("block truncate text-sm", step ? "font-medium" : "text-ink-muted")}>{line.name}</span>
            <span className="flex items-center gap-1 text-xs text-ink-muted">
              <Icon aria-hidden className="size-3 shrink-0" />
              <span className="flex-1 truncate">
                {label} · {statusLooks[status].label}
                {step ? <Progress step={step} status={status} /> : null}
              </span>
            </span>
          </span>
        </span>
        <span
          aria-hidden
          className="relative col-span-2 col-start-1 row-start-2 h-3 overflow-hidden md:col-span-1 md:col-start-2 md:row-start-1 md:h-9"
        >
          <span className="absolute inset-0 hidden md:block">
            <TimeLines span={span} />
          </span>
          {step ? <StepBar step={step} span={span} now={now} /> : null}
        </span>
        <span className="col-start-2 row-start-1 text-right text-xs text-ink-muted tabular-nums md:col-start-3">
          {step?.started_at ? <Duration from={step.started_at} to={step.finished_at} /> : null}
        </span>
      </button>
    </li>
  );
}

/** Which try it is, and what the step waits for. */
function Progress({ step, status }: { step: StepOverview; status: Status }) {
  const tries = step.attempt > 1 || step.status === "dead" || status === "retrying";
  return (
    <>
      {tries ? ` · attempt ${step.attempt} of ${step.max_attempts}` : null}
      {(status === "retrying" || status === "waiting") && step.next_retry_at ? (
        <>
          {status === "retrying" ? " · next try in " : " · wakes in "}
          <Countdown until={step.next_retry_at} within="cut-line" />
        </>
      ) : null}
    </>
  );
}
