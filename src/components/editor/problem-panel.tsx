"use client";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { EditorPlace, PlacedProblem } from "./editor-types";

export interface ProblemReport {
  tone: "error" | "warning" | "fine";
  title: string;
  problems: readonly PlacedProblem[];
}

interface ProblemPanelProps {
  report: ProblemReport;
  /** a problem's path as a person reads it; left out: as it is */
  readPath?: (path: string) => string;
  /** goes to the place in the editor */
  onReveal: (place: EditorPlace) => void;
}

const asIs = (path: string): string => path;

/** Below the editor: what is wrong, each line leading to its place. Its first line is always there, so nothing jumps. */
export function ProblemPanel({ report, readPath = asIs, onReveal }: ProblemPanelProps) {
  const { tone, title, problems } = report;
  const Icon = { error: CircleX, warning: TriangleAlert, fine: CircleCheck }[tone];
  return (
    <section aria-label="Problems" className="border-t bg-raised text-sm">
      <p
        role="status"
        className={cn(
          "flex min-h-9 items-start gap-2 px-3 py-2 font-medium break-words",
          { error: "text-danger-ink", warning: "text-warning-ink", fine: "font-normal text-ink-muted" }[tone],
        )}
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">{title}</span>
      </p>
      {problems.length > 0 ? (
        <ul className="max-h-44 overflow-y-auto border-t py-1">
          {problems.map(({ place, message }) => (
            <li key={`${JSON.stringify(place)} ${message}`}>
              <button
                type="button"
                onClick={() => onReveal(place)}
                className="flex w-full items-baseline gap-2 px-3 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
              >
                {"path" in place && place.path !== "" ? (
                  <code className="max-w-[40%] shrink-0 truncate font-mono text-xs text-ink-muted">
                    {readPath(place.path)}
                  </code>
                ) : null}
                <span className="min-w-0 break-words">{message}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
