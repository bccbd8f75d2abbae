"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useEffect, useEffectEvent, useState } from "react";
import { ErrorState } from "@/components/errors/error-state";
import { BulkDialog } from "@/components/features/bulk/bulk-dialog";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/skeleton";
import type { RunCounts, RunSummary } from "@/contracts/runs";
import { trpc } from "@/trpc/client";
import { LiveStatus } from "../live-status";
import { NewRunsHint } from "./new-runs-hint";
import { NoRuns } from "./no-runs";
import { RunBulkBar } from "./run-bulk-bar";
import { RunFilterBar } from "./run-filter-bar";
import { isFiltered, type RunFilters, runCountsInput, runFilters, runListInput } from "./run-filters";
import { RunTable } from "./run-table";
import { useHeld } from "./use-held";
import { matchingCounts, useRunBulk } from "./use-run-bulk";
import { useRunList } from "./use-run-list";
import { useRunSelection } from "./use-run-selection";

export function RunList() {
  const [filters, setFilters] = useQueryStates(runFilters, { history: "push" });
  const onChange = (change: Partial<RunFilters>) => void setFilters(change);
  const onClear = () => void setFilters(null);
  const { isHeld, handlers } = useHeld();
  const [isChoosing, setChoosing] = useState(false);
  const { list, runs, isLive, refetchInterval, refresh, arrived, showArrived } = useRunList(
    runListInput(filters),
    isHeld || isChoosing,
  );
  const counts = trpc.runs.counts.useQuery(runCountsInput(filters), {
    refetchInterval,
    placeholderData: keepPreviousData,
  }).data;
  return (
    <>
      <PageHeader title="Runs" meta={<LiveStatus isLive={isLive} />} />
      <RunFilterBar filters={filters} counts={counts} onChange={onChange} />
      <NewRunsHint
        arrived={arrived}
        onShow={() => {
          showArrived();
          window.scrollTo({ top: 0 });
        }}
      />
      {list.isPending ? (
        <TableSkeleton />
      ) : runs === undefined ? (
        <ErrorState
          title="The runs could not be loaded"
          error={list.error}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : runs.length === 0 && !list.hasNextPage ? (
        isFiltered(filters) ? (
          <NoMatch onClear={onClear} />
        ) : (
          <NoRuns />
        )
      ) : (
        <div {...handlers}>
          <ChoosableRuns
            // Other filters make another list, in which nothing is chosen.
            key={JSON.stringify(filters)}
            filters={filters}
            runs={runs}
            counts={counts}
            list={list}
            onChoosing={setChoosing}
            onSettled={refresh}
          />
        </div>
      )}
    </>
  );
}

interface ChoosableRunsProps {
  filters: RunFilters;
  runs: readonly RunSummary[];
  counts: RunCounts | undefined;
  list: ReturnType<typeof useRunList>["list"];
  onChoosing: (isChoosing: boolean) => void;
  onSettled: () => Promise<unknown>;
}

function ChoosableRuns({ filters, runs, counts, list, onChoosing, onSettled }: ChoosableRunsProps) {
  const utils = trpc.useUtils();
  const selection = useRunSelection(runs);
  const bulk = useRunBulk(filters, selection, counts);
  const isChoosing = selection.chosen.length > 0;
  const tell = useEffectEvent(onChoosing);
  useEffect(() => tell(isChoosing), [isChoosing]);
  return (
    <>
      <RunTable runs={runs} selection={selection} />
      <LoadMore list={list} shown={runs.length} />
      {isChoosing ? <div className="h-24 sm:h-14" /> : null}
      <RunBulkBar
        selection={selection}
        shown={runs.length}
        hasMore={list.hasNextPage}
        matching={matchingCounts(filters, counts)}
        onRetry={bulk.retry}
        onCancel={bulk.cancel}
      />
      <BulkDialog
        change={bulk.change}
        onClose={bulk.close}
        onSettled={() => void Promise.all([onSettled(), utils.runs.counts.invalidate()])}
      />
    </>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={History}
      title="No runs match these filters"
      action={<Button onClick={onClear}>Show all runs</Button>}
    />
  );
}
