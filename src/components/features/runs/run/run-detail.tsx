"use client";
import { useState } from "react";
import { ErrorState } from "@/components/errors/error-state";
import { useCurrentSecond } from "@/components/time/clock";
import { PageHeader } from "@/components/ui/page-header";
import { DetailSkeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import type { RunOverview } from "@/contracts/run-view";
import { isFinishedRun } from "@/core/state";
import { trpc } from "@/trpc/client";
import { LiveStatus } from "../live-status";
import { shortId } from "../short-id";
import { useLiveRun } from "../use-live";
import { RunActions } from "./run-actions";
import { RunFacts } from "./run-facts";
import { RunGraphCard } from "./run-graph-card";
import { RunPayload } from "./run-payload";
import { RunStanding } from "./run-standing";
import { focusStepList, StepList } from "./step-list";
import { StepPanel, useShownPanel } from "./step-panel";
import { useRunLines } from "./use-run-lines";
import { useSelectedStep } from "./use-selected-step";

/** Shows a run as it goes on. */
export function RunDetail({ id }: { id: string }) {
  const { isLive, refetchInterval } = useLiveRun(id);
  const query = trpc.runs.overview.useQuery({ id }, { refetchInterval: ({ state }) => refetchInterval(state.data) });
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
  return <DetailSkeleton />;
}

interface RunPageProps {
  run: RunOverview;
  isLive: boolean;
  isFailing: boolean;
}

/** Workers come and go, and queues move, without a change of the run. */
const explanationIntervalMs = 3_000;

function RunPage({ run, isLive, isFailing }: RunPageProps) {
  const isFinished = isFinishedRun(run.status);
  const now = useCurrentSecond(!isFinished);
  const { graph, lines } = useRunLines(run, now);
  const { selected, tab, select, close, show } = useSelectedStep(run.steps);
  const explanation = trpc.runs.explanation.useQuery(
    { id: run.id },
    { refetchInterval: isFinished ? false : explanationIntervalMs },
  ).data;
  const [payload, setPayload] = useState<boolean>();
  const panel = useShownPanel(selected);
  const line = lines.find(({ nodeId }) => nodeId === selected);
  const reasonOf = (nodeId: string) => explanation?.nodes.find(({ node_id }) => node_id === nodeId);
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
        actions={<RunActions run={run} />}
      />
      <div className="flex flex-col gap-4">
        <RunFacts run={run} />
        {explanation ? <RunStanding explanation={explanation} onShow={select} /> : null}
        <div className="grid items-start gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="min-w-0 xl:sticky xl:top-[calc(1.25rem+var(--notice))]">
            <RunGraphCard run={run} graph={graph} now={now} selected={selected} onSelect={select} />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <StepList run={run} lines={lines} now={now} selected={line?.nodeId} onSelect={select} />
            {line ? (
              <StepPanel
                line={line}
                reason={reasonOf(line.nodeId)}
                tab={tab}
                onTab={show}
                onClose={() => {
                  close();
                  focusStepList();
                }}
                panelRef={panel}
              />
            ) : null}
            <RunPayload runId={run.id} isOpen={payload ?? !line} onOpenChange={setPayload} />
          </div>
        </div>
      </div>
    </>
  );
}
