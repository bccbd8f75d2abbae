"use client";
import { History } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { ErrorState } from "@/components/errors/error-state";
import { Button } from "@/components/ui/button";
import { buttonStyles } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/skeleton";
import { trpc } from "@/trpc/client";
import { LiveStatus } from "./live-status";
import { RunFilterBar } from "./run-filter-bar";
import { type RunFilters, runFilters, runListInput } from "./run-filters";
import { RunTable } from "./run-table";
import { useLiveRuns } from "./use-live";

export function RunList() {
  const [filters, setFilters] = useQueryStates(runFilters, { history: "push" });
  const { isLive, refetchInterval } = useLiveRuns();
  return (
    <>
      <PageHeader title="Runs" meta={<LiveStatus isLive={isLive} />} />
      <RunFilterBar
        filters={filters}
        refetchInterval={refetchInterval}
        onChange={(change) => void setFilters(change)}
      />
      <Results filters={filters} refetchInterval={refetchInterval} onClear={() => void setFilters(null)} />
    </>
  );
}

interface ResultsProps {
  filters: RunFilters;
  refetchInterval: number;
  onClear: () => void;
}

function Results({ filters, refetchInterval, onClear }: ResultsProps) {
  const list = trpc.runs.list.useInfiniteQuery(runListInput(filters), {
    getNextPageParam: (page) => page.next_cursor,
    // Every loaded page is asked for again; the more there are, the rarer.
    refetchInterval: (query) => refetchInterval * (query.state.data?.pages.length ?? 1),
  });
  if (list.isPending) return <TableSkeleton />;
  if (list.isError && list.data === undefined) {
    return (
      <ErrorState
        title="The runs could not be loaded"
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const runs = uniqueById(list.data.pages.flatMap((page) => page.items));
  if (runs.length === 0) {
    return filters.status === null && filters.workflow === null ? <NoRuns /> : <NoMatch onClear={onClear} />;
  }
  return (
    <>
      <RunTable runs={runs} />
      <LoadMore key={JSON.stringify(filters)} list={list} shown={runs.length} />
    </>
  );
}

/** Pages are fetched one after the other: a run can move from one to the next in between. */
function uniqueById<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function NoRuns() {
  return (
    <EmptyState
      icon={History}
      title="No runs yet"
      action={
        <Link href="/workflows" className={buttonStyles()}>
          Go to the workflows
        </Link>
      }
    >
      Trigger an active workflow, with its button or over the API, and its run appears here.
    </EmptyState>
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
