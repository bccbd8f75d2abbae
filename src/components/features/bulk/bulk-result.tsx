import { CircleCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { shortId } from "@/components/features/runs/short-id";
import type { ChangedRun } from "@/contracts/change-runs";

interface BulkResultProps {
  verb: "retry" | "cancel";
  items: readonly ChangedRun[];
  /** nothing more is coming: time to say it aloud */
  isFinal: boolean;
}

/** Rows that are written out; of the rest their number is told. */
const listed = 100;

const done = { retry: "retried", cancel: "cancelled" };

/** What became of each run: first those that were left as they were, and why. */
export function BulkResult({ verb, items, isFinal }: BulkResultProps) {
  const left = items.filter(({ error }) => error !== null);
  const changed = items.filter(({ error }) => error === null);
  const shown = [...left, ...changed].slice(0, listed);
  return (
    <div className="flex flex-col gap-2">
      <p role={isFinal ? "status" : undefined} className="text-base font-medium">
        {items.length === 0 ? "There was nothing to do." : `${count(changed.length)} ${done[verb]}`}
        {left.length > 0 ? `, ${left.length} left as ${left.length === 1 ? "it was" : "they were"}` : ""}
      </p>
      {shown.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard
        <ul tabIndex={0} aria-label="Runs" className="max-h-64 overflow-y-auto rounded-md border text-sm">
          {shown.map(({ id, error }) => (
            <li key={id} className="flex items-start gap-2 border-b px-3 py-1.5 last:border-b-0">
              {error ? (
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-ink" />
              ) : (
                <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-ink" />
              )}
              <Link href={`/runs/${id}`} className="rounded-sm font-mono text-xs leading-5 hover:underline">
                {shortId(id)}
              </Link>
              <span className="min-w-0 break-words text-ink-muted">{error ? error.message : done[verb]}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {items.length > listed ? <p className="text-sm text-ink-muted">and {items.length - listed} more</p> : null}
    </div>
  );
}

function count(runs: number): string {
  return runs === 1 ? "1 run" : `${runs.toLocaleString("en")} runs`;
}
