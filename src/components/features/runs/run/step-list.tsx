"use client";
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { useVirtualRows } from "@/components/hooks/use-virtual-rows";
import type { RunOverview } from "@/contracts/run-view";
import { StepLegend } from "./step-legend";
import { type StepLine, StepRow, stepColumns } from "./step-row";
import { TimeAxis } from "./time-axis";

interface StepListProps {
  run: RunOverview;
  lines: readonly StepLine[];
  now: number;
  selected: string | undefined;
  onSelect: (nodeId: string) => void;
}

const rowHeight = 49;
const pageLength = 8;

/**
 * The steps of a run on a time axis, of which only the rows in sight exist. It is one stop of the Tab key: arrows, Home
 * and End move within it, Enter opens a step.
 */
export function StepList({ run, lines, now, selected, onSelect }: StepListProps) {
  const [activeNode, setActiveNode] = useState(selected);
  const indexOf = (nodeId: string | undefined) => lines.findIndex((line) => line.nodeId === nodeId);
  const active = Math.max(0, indexOf(activeNode));
  const start = Date.parse(run.created_at);
  const end = Math.max(start + 1, run.finished_at === null ? now : Date.parse(run.finished_at));
  const span = { start, end };
  const { scroller, virtualizer, focusRow } = useVirtualRows({
    count: lines.length,
    rowHeight,
    overscan: 8,
    initialRect: { width: 700, height: 400 },
    active,
    keyOf: (index) => lines[index]?.nodeId ?? index,
    onActive: (index) => setActiveNode(lines[index]?.nodeId),
  });

  // Whatever was chosen elsewhere, in the graph or the address, comes into sight here.
  const showSelected = useEffectEvent(() => {
    const index = indexOf(selected);
    if (index < 0) return;
    setActiveNode(selected);
    virtualizer.scrollToIndex(index, { align: "auto" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what calls for it
  useEffect(() => showSelected(), [selected]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageLength,
      PageUp: active - pageLength,
      Home: 0,
      End: lines.length - 1,
    };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    focusRow(Math.min(lines.length - 1, Math.max(0, wanted)));
  };

  return (
    <section aria-labelledby="steps" className="min-w-0">
      <h2 id="steps" className="mb-2 flex items-baseline gap-2 text-base font-semibold">
        Steps
        <span className="font-normal text-ink-muted">{run.steps.length}</span>
      </h2>
      {lines.length === 0 ? (
        <p className="rounded-lg border border-dashed px-4 py-6 text-center text-sm text-ink-muted">No step yet.</p>
      ) : (
        <div className="overflow-hidden rounded-lg border bg-raised">
          <div aria-hidden className={`${stepColumns} hidden border-b bg-subtle px-3 md:grid`}>
            <span className="text-[0.6875rem] leading-6 text-ink-muted">Time since the run was created</span>
            <span className="relative h-6 overflow-hidden">
              <TimeAxis span={span} />
            </span>
          </div>
          <div ref={scroller} className="max-h-96 overflow-x-hidden overflow-y-auto xl:max-h-[22rem]">
            <ol
              data-steps
              className="relative"
              style={{ height: `${virtualizer.getTotalSize()}px` }}
              onKeyDown={onKeyDown}
              aria-labelledby="steps"
            >
              {virtualizer.getVirtualItems().map(({ index, start: offset }) => {
                const line = lines[index];
                return line ? (
                  <StepRow
                    key={line.nodeId}
                    line={line}
                    index={index}
                    count={lines.length}
                    span={span}
                    now={now}
                    offset={offset}
                    isActive={index === active}
                    isSelected={line.nodeId === selected}
                    rowRef={virtualizer.measureElement}
                    onSelect={() => onSelect(line.nodeId)}
                    onFocus={() => setActiveNode(line.nodeId)}
                  />
                ) : null;
              })}
            </ol>
          </div>
          <StepLegend run={run} now={now} />
        </div>
      )}
    </section>
  );
}

/** Gives the focus back to where the list was left. */
export function focusStepList(): void {
  document.querySelector<HTMLElement>('[data-steps] [data-row][tabindex="0"]')?.focus({ preventScroll: true });
}
