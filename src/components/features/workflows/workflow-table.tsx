import Link from "next/link";
import { RelativeTime } from "@/components/time/time";
import { PendingHint } from "@/components/ui/pending-hint";
import { statusLooks } from "@/components/ui/status";
import { StatusBadge, StatusIcon } from "@/components/ui/status-badge";
import { rowLinkStyles, Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { recentRunsCount, type WorkflowListItem } from "@/contracts/workflows";
import { WorkflowRowMenu } from "./workflow-row-menu";

export function WorkflowTable({ workflows }: { workflows: readonly WorkflowListItem[] }) {
  return (
    <Table>
      <thead>
        <tr>
          <TableHead>Name</TableHead>
          <TableHead className="w-28">Status</TableHead>
          <TableHead className="hidden w-50 sm:table-cell">Last run</TableHead>
          <TableHead className="hidden w-32 md:table-cell">Success</TableHead>
          <TableHead className="hidden w-20 xl:table-cell">Version</TableHead>
          <TableHead className="hidden w-32 xl:table-cell">Updated</TableHead>
          <TableHead className="w-12">
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {workflows.map((workflow) => (
          <TableRow key={workflow.id}>
            <TableCell>
              <div className="flex min-w-0 items-center gap-2 max-sm:pt-1.5">
                <Link href={`/workflows/${workflow.id}`} className={`${rowLinkStyles} flex min-w-0 items-center gap-2`}>
                  <span className="truncate" title={workflow.name}>
                    {workflow.name}
                  </span>
                  <PendingHint />
                </Link>
                <span className="hidden min-w-0 flex-1 truncate text-ink-muted lg:block">{workflow.description}</span>
              </div>
              <div className="flex min-w-0 flex-wrap gap-x-2 pb-1.5 text-xs text-ink-muted sm:hidden">
                <LastRun lastRun={workflow.last_run} isLink={false} />
                {workflow.recent_runs.finished > 0 ? <SuccessRate {...workflow.recent_runs} /> : null}
              </div>
            </TableCell>
            <TableCell>
              <StatusBadge status={workflow.status} />
            </TableCell>
            <TableCell className="hidden text-ink-muted sm:table-cell">
              <LastRun lastRun={workflow.last_run} isLink />
            </TableCell>
            <TableCell className="hidden text-ink-muted tabular-nums md:table-cell">
              <SuccessRate {...workflow.recent_runs} />
            </TableCell>
            <TableCell className="hidden text-ink-muted tabular-nums xl:table-cell">v{workflow.version}</TableCell>
            <TableCell className="hidden text-ink-muted xl:table-cell">
              <RelativeTime at={workflow.updated_at} />
            </TableCell>
            <TableCell className="relative z-10 px-2!">
              <WorkflowRowMenu workflow={workflow} />
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

/** Where rows are narrow it is no link of its own: two that lie so close would be hard to hit. */
function LastRun({ lastRun, isLink }: { lastRun: WorkflowListItem["last_run"]; isLink: boolean }) {
  if (lastRun === null) return <span>Never run</span>;
  const { label, tone } = statusLooks[lastRun.status];
  const content = (
    <>
      <StatusIcon status={lastRun.status} className={`size-3.5 ${iconTones[tone]}`} />
      {label}
    </>
  );
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {isLink ? (
        <Link
          href={`/runs/${lastRun.id}`}
          className="relative z-10 flex min-h-6 items-center gap-1.5 rounded-sm text-ink hover:underline"
        >
          {content}
        </Link>
      ) : (
        <span className="flex items-center gap-1.5">{content}</span>
      )}
      <RelativeTime at={lastRun.created_at} className="truncate" />
    </span>
  );
}

const iconTones = {
  neutral: "text-ink-muted",
  accent: "text-accent-ink",
  success: "text-success-ink",
  warning: "text-warning-ink",
  danger: "text-danger-ink",
} as const;

/** A share says little without what it is a share of. */
function SuccessRate({ finished, succeeded }: WorkflowListItem["recent_runs"]) {
  if (finished === 0) return <span>No runs yet</span>;
  // Rounded down: 99.6 % is not all.
  const percent = Math.floor((succeeded / finished) * 100);
  return (
    <span
      title={`${succeeded} of the latest ${finished} finished runs succeeded (at most ${recentRunsCount} are counted)`}
    >
      <span className="text-ink">{percent} %</span> of {finished}
    </span>
  );
}
