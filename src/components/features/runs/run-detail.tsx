"use client";
import { ErrorState } from "@/components/errors/error-state";
import { JsonView } from "@/components/json/json-view";
import { useCurrentSecond } from "@/components/time/clock";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Run } from "@/contracts/runs";
import { isFinishedRun } from "@/core/state";
import { trpc } from "@/trpc/client";
import { LiveStatus } from "./live-status";
import { RunActions } from "./run-actions";
import { RunErrorBanner } from "./run-error-banner";
import { RunFacts } from "./run-facts";
import { RunGraphCard } from "./run-graph-card";
import { shortId } from "./short-id";
import { StepTimeline } from "./step-timeline";
import { useLiveRun } from "./use-live";
import { useOpenedSteps } from "./use-opened-steps";

/** Shows a run as it goes on. */
export function RunDetail({ id }: { id: string }) {
  const { isLive, refetchInterval } = useLiveRun(id);
  const query = trpc.runs.get.useQuery({ id }, { refetchInterval: ({ state }) => refetchInterval(state.data) });
  if (query.data) return <RunPage run={query.data} isLive={isLive} isFailing={query.isError} />;
  if (query.isError) {
    return (
      <ErrorState
        title="The run could not be loaded"
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

interface RunPageProps {
  run: Run;
  isLive: boolean;
  isFailing: boolean;
}

function RunPage({ run, isLive, isFailing }: RunPageProps) {
  const workflow = trpc.workflows.get.useQuery({ id: run.workflow_id }).data;
  const now = useCurrentSecond(!isFinishedRun(run.status));
  const { opened, toggle, show } = useOpenedSteps(run);
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Runs", href: "/runs" }]}
        title={`Run ${shortId(run.id)}`}
        meta={
          <>
            <span role="status">
              <StatusBadge status={run.status} />
            </span>
            <LiveStatus isLive={isLive} isFailing={isFailing} />
          </>
        }
        actions={<RunActions run={run} workflowStatus={workflow?.status} />}
      />
      <div className="flex flex-col gap-4">
        <RunErrorBanner run={run} onShow={show} />
        <RunFacts run={run} />
        <div className="grid items-start gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,1fr)_27rem]">
          <StepTimeline run={run} now={now} opened={opened} onToggle={toggle} />
          <div className="flex min-w-0 flex-col gap-5 xl:sticky xl:top-5">
            <RunGraphCard run={run} workflow={workflow} now={now} onSelect={show} />
            <JsonView label="Payload" text={run.input.text} />
          </div>
        </div>
      </div>
    </>
  );
}
