"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { ErrorState } from "@/components/errors/error-state";
import { rangeLabels } from "@/components/features/runs/list/range-labels";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/segmented";
import { type TimeRange, timeRanges } from "@/core/time-range";
import { trpc } from "@/trpc/client";
import { dashboardFilters } from "./dashboard-filters";
import { QueueCard } from "./queue-card";
import { RunCharts } from "./run-charts";
import { StatusTiles } from "./status-tiles";
import { WorkersCard } from "./workers-card";
import { WorkflowsCard } from "./workflows-card";

/** How often to ask. Queries do not poll in a hidden tab; the server answers many pages with one reading. */
const runsIntervalMs: Record<TimeRange, number> = { "1h": 5_000, "24h": 15_000, "7d": 30_000, "30d": 60_000 };
const queueIntervalMs = 5_000;

const segments: Record<TimeRange, string> = { "1h": "1 hour", "24h": "24 hours", "7d": "7 days", "30d": "30 days" };

export function Dashboard() {
  const [{ range }, setFilters] = useQueryStates(dashboardFilters, { history: "push" });
  const runs = trpc.dashboard.runs.useQuery(
    { range },
    { refetchInterval: runsIntervalMs[range], placeholderData: keepPreviousData },
  );
  const queue = trpc.dashboard.queue.useQuery(undefined, { refetchInterval: queueIntervalMs });
  // While another range is on its way the old figures stay, marked as such.
  const isOld = runs.isPlaceholderData;
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <Segmented
            label="Time"
            options={timeRanges.map((value) => ({ value, label: segments[value] }))}
            value={range}
            onValueChange={(next) => void setFilters({ range: next })}
          />
        }
      />
      <div className="flex flex-col gap-4">
        {runs.isError && runs.data === undefined ? (
          <ErrorState
            title="The statistics could not be loaded"
            error={runs.error}
            busy={runs.isFetching}
            onRetry={() => void runs.refetch()}
          />
        ) : (
          <div aria-busy={isOld} className={isOld ? "flex flex-col gap-4 opacity-60" : "flex flex-col gap-4"}>
            <StatusTiles counts={runs.data?.counts} range={range} />
            <RunCharts statistics={runs.data} range={range} />
          </div>
        )}
        {queue.isError && queue.data === undefined ? (
          <ErrorState
            title="The state of the queue could not be loaded"
            error={queue.error}
            busy={queue.isFetching}
            onRetry={() => void queue.refetch()}
          />
        ) : (
          <div className="grid gap-4 lg:grid-cols-2">
            <QueueCard queue={queue.data} />
            <WorkersCard workers={queue.data?.workers} />
          </div>
        )}
        {runs.isError && runs.data === undefined ? null : (
          <div className="grid gap-4 lg:grid-cols-2">
            <WorkflowsCard
              title="Slowest workflows"
              empty="No run has succeeded in this time."
              kind="slowest"
              workflows={runs.data?.slowest}
              range={range}
            />
            <WorkflowsCard
              title="Most failing workflows"
              empty="No run has failed in this time."
              kind="failing"
              workflows={runs.data?.most_failing}
              range={range}
            />
          </div>
        )}
        <p className="text-xs text-ink-muted">
          Runs that were created in the {rangeLabels[range].toLowerCase()}; test runs are left out.
        </p>
      </div>
    </>
  );
}
