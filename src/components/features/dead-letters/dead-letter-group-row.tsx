"use client";
import { ChevronRight, RotateCcw } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { useRefusal } from "@/components/access/identity";
import { shortId } from "@/components/features/runs/short-id";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { buttonStyles } from "@/components/ui/button-styles";
import { cn } from "@/components/ui/cn";
import type { DeadLetterGroup } from "@/contracts/dead-letters";
import type { TimeRange } from "@/core/time-range";
import { DeadLetterExamples } from "./dead-letter-examples";
import { Sparkline } from "./sparkline";

interface DeadLetterGroupRowProps {
  group: DeadLetterGroup;
  within: TimeRange | null;
  /** the first one is open from the start: one sees what is to be had */
  isFirst: boolean;
  onRetry: () => void;
}

export function DeadLetterGroupRow({ group, within, isFirst, onRetry }: DeadLetterGroupRowProps) {
  const [isOpen, setOpen] = useState(isFirst);
  const panelId = useId();
  const { code, message } = splitKey(group.error_key);
  return (
    <li className="border-b last:border-b-0">
      <div className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5 hover:bg-hover sm:px-4">
        <div className="min-w-0 flex-[1_1_24rem]">
          <h2 className="min-w-0 text-sm">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={panelId}
              onClick={() => setOpen(!isOpen)}
              className="flex w-full items-start gap-1.5 rounded-sm text-left font-medium after:absolute after:inset-0"
            >
              <ChevronRight
                aria-hidden
                className={cn("mt-0.5 size-4 shrink-0 text-ink-faint transition-transform", isOpen && "rotate-90")}
              />
              <span className={cn("min-w-0 break-words", !isOpen && "line-clamp-2")}>{message}</span>
            </button>
          </h2>
          <p className="mt-0.5 flex min-w-0 flex-wrap gap-x-1.5 pl-5.5 text-xs text-ink-muted">
            <span className="max-w-full truncate">{group.workflow_name}</span>
            <span aria-hidden>·</span>
            <span className="max-w-full truncate font-mono">{group.node_id}</span>
            <span aria-hidden>·</span>
            <span className="font-mono">{code}</span>
          </p>
        </div>
        <div className="flex w-full items-center justify-between gap-3 pl-5.5 sm:w-auto sm:gap-4 sm:pl-0">
          <Sparkline timeline={group.timeline} />
          <p className="shrink-0 text-right text-xs text-ink-muted sm:w-24">
            <span className="block text-base font-semibold text-ink tabular-nums">
              {group.count.toLocaleString("en")}
              <span className="sr-only"> {group.count === 1 ? "dead step" : "dead steps"}</span>
            </span>
            <RelativeTime at={group.last_at} />
          </p>
          <Button
            size="small"
            className="relative z-10"
            refusal={useRefusal("deadLetters.retry")}
            onClick={onRetry}
            aria-label={`Retry all ${group.count}: ${message}`}
          >
            <RotateCcw aria-hidden />
            Retry all
          </Button>
        </div>
      </div>
      {isOpen ? (
        <div id={panelId} className="border-t bg-subtle px-4 py-3 sm:pl-9.5">
          <p className="text-xs font-medium text-ink-muted">The last of them</p>
          <p className="mt-1 max-h-40 overflow-y-auto font-mono text-xs break-words whitespace-pre-wrap">
            {group.example.error.message}
          </p>
          <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-xs text-ink-muted">
            <Link
              href={`/runs/${group.example.run_id}`}
              className={buttonStyles({ size: "small" })}
              aria-label={`Open run ${shortId(group.example.run_id)}`}
            >
              Open the run
            </Link>
            <span>
              Attempt {group.example.attempt} of {group.example.max_attempts}, version {group.example.version}; the
              first died <RelativeTime at={group.first_at} />
            </span>
          </div>
          <DeadLetterExamples group={group} within={within} />
        </div>
      ) : null}
    </li>
  );
}

/** A key is `code: message`; what was left out of the message is shown as `*` and `#`. */
function splitKey(key: string): { code: string; message: string } {
  const end = key.indexOf(": ");
  return end < 0 ? { code: "error", message: key } : { code: key.slice(0, end), message: key.slice(end + 2) };
}
