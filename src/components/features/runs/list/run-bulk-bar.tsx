"use client";
import { Ban, RotateCcw } from "lucide-react";
import { useRefusal } from "@/components/access/identity";
import { Button } from "@/components/ui/button";
import type { RunSelection } from "./use-run-selection";

interface RunBulkBarProps {
  selection: RunSelection;
  shown: number;
  /** whether there are more runs that match than are shown */
  hasMore: boolean;
  /** what everything that matches is, in words: "1,204", "10,000+"; undefined while it is not known */
  matching: { all: string; failed: string; unfinished: string } | undefined;
  onRetry: () => void;
  onCancel: () => void;
}

/** What can be done to the chosen runs; it lies over the end of the page, so that nothing moves when it comes. */
export function RunBulkBar({ selection, shown, hasMore, matching, onRetry, onCancel }: RunBulkBarProps) {
  const retrying = useRefusal("runs.retryMany");
  const cancelling = useRefusal("runs.cancelMany");
  const { chosen, failed, unfinished, isEverything } = selection;
  if (chosen.length === 0) return null;
  const failedCount = isEverything ? (matching?.failed ?? "0") : String(failed.length);
  const unfinishedCount = isEverything ? (matching?.unfinished ?? "0") : String(unfinished.length);
  return (
    <section
      aria-label="Chosen runs"
      className="fixed inset-x-3 bottom-3 z-20 mx-auto flex max-w-3xl flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-raised px-3 py-2 text-sm shadow-popup md:left-60"
    >
      <p role="status" className="font-medium tabular-nums">
        {isEverything ? `All ${matching?.all ?? ""} that match` : `${chosen.length} chosen`}
      </p>
      {!isEverything && hasMore && chosen.length === shown ? (
        <Button variant="ghost" size="small" onClick={selection.chooseEverything}>
          Choose all {matching?.all ?? ""} that match
        </Button>
      ) : null}
      <div className="ml-auto flex flex-wrap gap-2">
        <Button size="small" refusal={retrying} disabled={failedCount === "0"} focusableWhenDisabled onClick={onRetry}>
          <RotateCcw aria-hidden />
          Retry {failedCount} failed
        </Button>
        <Button
          size="small"
          refusal={cancelling}
          disabled={unfinishedCount === "0"}
          focusableWhenDisabled
          onClick={onCancel}
        >
          <Ban aria-hidden />
          Cancel {unfinishedCount} unfinished
        </Button>
        <Button variant="ghost" size="small" onClick={selection.clear}>
          Clear
        </Button>
      </div>
    </section>
  );
}
