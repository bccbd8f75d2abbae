import Link from "next/link";
import { formatDuration } from "@/components/time/format-time";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { QueueStatus } from "@/contracts/dashboard";
import { queueCountLimit } from "@/core/queue-count-limit";
import { Card } from "./card";

/** The queue, now. */
export function QueueCard({ queue }: { queue: QueueStatus | undefined }) {
  const oldest = queue && (queue.due === 0 ? "none" : formatDuration(queue.oldest_due_seconds * 1_000));
  return (
    <Card title="Queue">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-b-lg bg-line sm:grid-cols-3">
        <Figure name="Due now" value={queue && shown(queue.due)} explanation="Steps that a worker could take" />
        <Figure name="Longest due" value={oldest} explanation="How long the first of them has waited" />
        <Figure name="Running" value={queue && shown(queue.running)} explanation="Steps that workers hold" />
        <Figure name="Scheduled" value={queue && shown(queue.scheduled)} explanation="Delays, and tries that wait" />
        <Figure name="Blocked" value={queue && shown(queue.blocked)} explanation="Joins that wait for a branch" />
        <Figure
          name="Dead"
          value={queue && shown(queue.dead)}
          explanation="Dead letters"
          href="/dead-letters"
          isBad={queue !== undefined && queue.dead > 0}
        />
      </dl>
      {queue && queue.expired_leases > 0 ? (
        <p className="border-t px-4 py-2 text-xs text-warning-ink">
          {queue.expired_leases} running {queue.expired_leases === 1 ? "step has" : "steps have"} outlived their
          worker's lease; another worker will take them over.
        </p>
      ) : null}
    </Card>
  );
}

interface FigureProps {
  name: string;
  /** undefined while it is not known */
  value: string | undefined;
  explanation: string;
  href?: string;
  isBad?: boolean;
}

function Figure({ name, value, explanation, href, isBad = false }: FigureProps) {
  return (
    <div className="relative flex flex-col bg-raised px-4 py-2.5">
      <dt className="text-xs text-ink-muted">
        {href ? (
          <Link href={href} className="rounded-sm text-accent-ink after:absolute after:inset-0 hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd className={cn("text-lg font-semibold tabular-nums", isBad && "text-danger-ink")}>
        {value ?? <Skeleton className="my-1 h-4 w-10" />}
      </dd>
      <dd className="text-xs text-ink-muted">{explanation}</dd>
    </div>
  );
}

function shown(count: number): string {
  return `${count.toLocaleString("en")}${count >= queueCountLimit ? "+" : ""}`;
}
