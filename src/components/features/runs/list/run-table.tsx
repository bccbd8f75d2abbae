import Link from "next/link";
import { Duration, RelativeTime } from "@/components/time/time";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { PendingHint } from "@/components/ui/pending-hint";
import { StatusBadge } from "@/components/ui/status-badge";
import { rowLinkStyles, Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { RunSummary } from "@/contracts/runs";
import { shortId } from "../short-id";
import { triggerLabels } from "../trigger-labels";
import type { RunSelection } from "./use-run-selection";

interface RunTableProps {
  runs: readonly RunSummary[];
  /** left out where all runs are of one workflow */
  showWorkflow?: boolean;
  /** where runs can be chosen */
  selection?: RunSelection;
}

export function RunTable({ runs, showWorkflow = true, selection }: RunTableProps) {
  // The workflow's column takes what the others leave; without it all share alike.
  const fixed = (classes: string) => (showWorkflow ? classes : undefined);
  return (
    <Table>
      <thead>
        <tr>
          {selection ? (
            <TableHead className="w-10 pr-0">
              <Checkbox
                label="Choose all runs shown"
                checked={selection.chosen.length === runs.length}
                indeterminate={selection.chosen.length > 0 && selection.chosen.length < runs.length}
                onCheckedChange={selection.toggleShown}
              />
            </TableHead>
          ) : null}
          <TableHead className={fixed("sm:w-32")}>Run</TableHead>
          {showWorkflow ? <TableHead className="hidden sm:table-cell">Workflow</TableHead> : null}
          <TableHead className={fixed("w-32")}>Status</TableHead>
          <TableHead className={cn("hidden md:table-cell", fixed("w-24"))}>Trigger</TableHead>
          <TableHead className={cn("hidden lg:table-cell", fixed("w-20"))}>Version</TableHead>
          <TableHead className={fixed("hidden w-32 sm:table-cell")}>Created</TableHead>
          <TableHead className={cn("hidden text-right sm:table-cell", fixed("w-32"))}>Duration</TableHead>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <TableRow key={run.id} className={cn(selection?.isChosen(run.id) && "bg-accent-soft hover:bg-accent-soft")}>
            {selection ? (
              <TableCell className="pr-0">
                <Checkbox
                  label={`Choose run ${shortId(run.id)}`}
                  checked={selection.isChosen(run.id)}
                  onCheckedChange={(isChosen, { shiftKey }) => selection.toggle(run.id, isChosen, shiftKey)}
                />
              </TableCell>
            ) : null}
            <TableCell className="max-sm:pr-1">
              <div className="flex flex-wrap items-baseline gap-x-1.5 max-sm:pt-1.5">
                <Link
                  href={`/runs/${run.id}`}
                  aria-label={`Run ${shortId(run.id)}`}
                  className={`${rowLinkStyles} flex items-center gap-1 font-mono text-xs`}
                >
                  {shortId(run.id)}
                  <PendingHint />
                </Link>
                {showWorkflow ? (
                  <RelativeTime at={run.created_at} className="text-xs text-ink-muted sm:hidden" />
                ) : null}
              </div>
              {showWorkflow ? (
                <span className="block truncate pb-1.5 text-xs text-ink-muted sm:hidden">{run.workflow_name}</span>
              ) : null}
            </TableCell>
            {showWorkflow ? (
              <TableCell className="hidden truncate sm:table-cell" title={run.workflow_name}>
                {run.workflow_name}
              </TableCell>
            ) : null}
            <TableCell>
              <StatusBadge status={run.status} />
            </TableCell>
            <TableCell className="hidden text-ink-muted md:table-cell">{triggerLabels[run.trigger_type]}</TableCell>
            <TableCell className="hidden text-ink-muted tabular-nums lg:table-cell">v{run.version}</TableCell>
            <TableCell className={showWorkflow ? "hidden text-ink-muted sm:table-cell" : "text-ink-muted"}>
              <RelativeTime at={run.created_at} />
            </TableCell>
            <TableCell className="hidden text-right text-ink-muted sm:table-cell">
              <Duration from={run.created_at} to={run.finished_at} />
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
