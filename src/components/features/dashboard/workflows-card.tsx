import Link from "next/link";
import { formatDuration } from "@/components/time/format-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { WorkflowStatistics } from "@/contracts/dashboard";
import type { TimeRange } from "@/core/time-range";
import { Card } from "./card";
import { failureRate, formatRate } from "./chart-data";

interface WorkflowsCardProps {
  title: string;
  empty: string;
  kind: "slowest" | "failing";
  workflows: readonly WorkflowStatistics[] | undefined;
  range: TimeRange;
}

/** A few workflows, each with the numbers that brought it here. */
export function WorkflowsCard({ title, empty, kind, workflows, range }: WorkflowsCardProps) {
  return (
    <Card title={title}>
      {workflows === undefined ? (
        <Skeleton className="m-4 h-24" />
      ) : workflows.length === 0 ? (
        <p className="px-4 py-6 text-center text-sm text-ink-muted">{empty}</p>
      ) : (
        <table className="w-full table-fixed text-sm tabular-nums">
          <thead>
            <tr className="text-xs text-ink-muted">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                Workflow
              </th>
              {columns[kind].map(({ name, hint, className = "" }) => (
                <th
                  key={name}
                  scope="col"
                  title={hint}
                  className={`w-20 px-2 py-2 text-right font-medium last:pr-4 ${className}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {workflows.map((workflow) => (
              <tr key={workflow.id} className="relative border-t hover:bg-hover">
                <th scope="row" className="truncate px-4 py-2 text-left font-medium">
                  <Link
                    href={
                      kind === "failing"
                        ? `/runs?workflow=${workflow.id}&status=failed&trigger=not_test&within=${range}`
                        : `/workflows/${workflow.id}`
                    }
                    className="rounded-sm after:absolute after:inset-0 hover:underline"
                  >
                    {workflow.name}
                  </Link>
                </th>
                {columns[kind].map(({ name, value, className = "" }) => (
                  <td key={name} className={`px-2 py-2 text-right text-ink-muted last:pr-4 ${className}`}>
                    {value(workflow)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

interface Column {
  name: string;
  hint: string;
  value: (workflow: WorkflowStatistics) => string;
  className?: string;
}

const columns: Record<WorkflowsCardProps["kind"], readonly Column[]> = {
  slowest: [
    { name: "Mean", hint: "Of all succeeded runs", value: ({ mean_ms }) => duration(mean_ms) },
    {
      name: "Median",
      hint: "Of the latest 1,000 succeeded runs",
      value: ({ median_ms }) => duration(median_ms),
      className: "hidden sm:table-cell",
    },
    {
      name: "95%",
      hint: "Of the latest 1,000 succeeded runs, 95 in 100 were this fast",
      value: ({ p95_ms }) => duration(p95_ms),
    },
  ],
  failing: [
    { name: "Failed", hint: "Failed runs", value: ({ failed }) => failed.toLocaleString("en") },
    {
      name: "Runs",
      hint: "All runs",
      value: ({ runs }) => runs.toLocaleString("en"),
      className: "hidden sm:table-cell",
    },
    {
      name: "Rate",
      hint: "Failed runs, of those that succeeded or failed",
      value: ({ succeeded, failed }) => formatRate(failureRate(succeeded, failed)),
    },
  ],
};

function duration(milliseconds: number | null): string {
  return milliseconds === null ? "–" : formatDuration(milliseconds);
}
