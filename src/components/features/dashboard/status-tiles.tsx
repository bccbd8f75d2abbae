import Link from "next/link";
import type { Tone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { statusLooks } from "@/components/ui/status";
import { StatusIcon } from "@/components/ui/status-badge";
import type { RunCounts } from "@/contracts/runs";
import { runStatuses } from "@/core/state";
import type { TimeRange } from "@/core/time-range";

const colours: Partial<Record<Tone, string>> = {
  accent: "text-accent-ink",
  success: "text-success-ink",
  danger: "text-danger-ink",
};

/** Runs by status; each count leads to just these runs. */
export function StatusTiles({ counts, range }: { counts: RunCounts | undefined; range: TimeRange }) {
  return (
    <ul aria-label="Runs by status" className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
      {runStatuses.map((status) => (
        <li key={status}>
          <Link
            href={`/runs?status=${status}&trigger=not_test&within=${range}`}
            className="flex h-full flex-col gap-1 rounded-lg border bg-raised px-4 py-3 hover:bg-hover"
          >
            <span className="flex items-center gap-1.5 text-sm text-ink-muted [&_svg]:size-4">
              <StatusIcon status={status} className={cn("animate-none!", colours[statusLooks[status].tone])} />
              {statusLooks[status].label}
            </span>
            {counts ? (
              <span className="text-xl font-semibold tabular-nums">{counts[status].toLocaleString("en")}</span>
            ) : (
              <Skeleton className="my-1.5 h-4 w-12" />
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
