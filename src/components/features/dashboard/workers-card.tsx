import { CircleCheck, CircleDashed, LogOut, type LucideIcon } from "lucide-react";
import { CommandLine } from "@/components/features/dashboard/command-line";
import { RelativeTime } from "@/components/time/time";
import { Badge, type Tone } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import type { WorkerStatus } from "@/contracts/dashboard";
import { Card } from "./card";

const looks: Record<WorkerStatus["state"], { label: string; tone: Tone; icon: LucideIcon }> = {
  alive: { label: "Alive", tone: "success", icon: CircleCheck },
  draining: { label: "Draining", tone: "accent", icon: LogOut },
  silent: { label: "Silent", tone: "warning", icon: CircleDashed },
};

/** The workers that are there, and when each was heard of last. */
export function WorkersCard({ workers }: { workers: WorkerStatus[] | undefined }) {
  const alive = workers?.filter(({ state }) => state === "alive").length;
  return (
    <Card
      title="Workers"
      action={alive === undefined ? null : <span className="text-xs text-ink-muted tabular-nums">{alive} alive</span>}
    >
      {workers === undefined ? (
        <Skeleton className="m-4 h-16" />
      ) : workers.length === 0 ? (
        <div className="px-4 py-4 text-sm text-ink-muted">
          <p className="font-medium text-warning-ink">No worker is alive: due steps wait until there is one.</p>
          <p className="mt-1">Start one:</p>
          <CommandLine>npx -y pnpm@10.34.8 worker</CommandLine>
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard
        <ul tabIndex={0} aria-label="Workers" className="max-h-52 overflow-y-auto rounded-b-lg">
          {workers.map(({ id, host, pid, version, state, last_seen_at, running }) => {
            const { label, tone, icon: Icon } = looks[state];
            return (
              <li key={id} className="flex items-center gap-3 border-b px-4 py-2 text-sm last:border-b-0">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">
                    {host} <span className="font-normal text-ink-muted">· process {pid}</span>
                  </p>
                  <p className="text-xs text-ink-muted">
                    Version {version} · {running} running · heard of <RelativeTime at={last_seen_at} />
                  </p>
                </div>
                <Badge tone={tone}>
                  <Icon aria-hidden />
                  {label}
                </Badge>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
