import Link from "next/link";
import { RelativeTime } from "@/components/time/time";
import { PendingHint } from "@/components/ui/pending-hint";
import { StatusBadge } from "@/components/ui/status-badge";
import { rowLinkStyles, Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { WorkflowSummary } from "@/contracts/workflows";
import { WorkflowRowMenu } from "./workflow-row-menu";

export function WorkflowTable({ workflows }: { workflows: readonly WorkflowSummary[] }) {
  return (
    <Table>
      <thead>
        <tr>
          <TableHead>Name</TableHead>
          <TableHead className="w-28">Status</TableHead>
          <TableHead className="hidden w-24 sm:table-cell">Version</TableHead>
          <TableHead className="hidden w-36 sm:table-cell">Updated</TableHead>
          <TableHead className="w-12">
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {workflows.map((workflow) => (
          <TableRow key={workflow.id}>
            <TableCell>
              <div className="flex min-w-0 items-center gap-2">
                <Link href={`/workflows/${workflow.id}`} className={`${rowLinkStyles} flex min-w-0 items-center gap-2`}>
                  <span className="truncate" title={workflow.name}>
                    {workflow.name}
                  </span>
                  <PendingHint />
                </Link>
                <span className="hidden min-w-0 flex-1 truncate text-ink-muted lg:block">{workflow.description}</span>
              </div>
            </TableCell>
            <TableCell>
              <StatusBadge status={workflow.status} />
            </TableCell>
            <TableCell className="hidden text-ink-muted tabular-nums sm:table-cell">v{workflow.version}</TableCell>
            <TableCell className="hidden text-ink-muted sm:table-cell">
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
