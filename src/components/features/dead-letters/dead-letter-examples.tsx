"use client";
import Link from "next/link";
import { shortId } from "@/components/features/runs/short-id";
import { RelativeTime } from "@/components/time/time";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import type { DeadLetterGroup } from "@/contracts/dead-letters";
import type { TimeRange } from "@/core/time-range";
import { trpc } from "@/trpc/client";

/** How many are shown beside the example. */
const shown = 5;

/** More of a group's dead steps, the latest first. */
export function DeadLetterExamples({ group, within }: { group: DeadLetterGroup; within: TimeRange | null }) {
  const { workflow_id, node_id, error_key, count } = group;
  const list = trpc.deadLetters.list.useQuery(
    { workflow_id, node_id, error_key, ...(within && { died_within: within }), limit: shown },
    { enabled: count > 1 },
  );
  if (count === 1) return null;
  return (
    <div className="mt-3">
      <p className="text-xs font-medium text-ink-muted">{count > shown ? `The latest ${shown}` : "All of them"}</p>
      <ul className="mt-1 text-xs" aria-busy={list.isPending}>
        {list.isPending
          ? Array.from({ length: Math.min(count, shown) }, (_, index) => `row-${index}`).map((row) => (
              <li key={row} className="flex h-8 items-center">
                <Skeleton className="h-3 w-56" />
              </li>
            ))
          : null}
        {(list.data?.items ?? []).map(({ id, run_id, run_status, finished_at }) => (
          <li key={id} className="flex h-8 items-center gap-3">
            <Link href={`/runs/${run_id}`} className="rounded-sm font-mono hover:underline">
              {shortId(run_id)}
            </Link>
            <StatusBadge status={run_status} />
            <span className="text-ink-muted">
              <RelativeTime at={finished_at} />
            </span>
          </li>
        ))}
        {list.isError ? <li className="text-ink-muted">They could not be loaded.</li> : null}
      </ul>
    </div>
  );
}
