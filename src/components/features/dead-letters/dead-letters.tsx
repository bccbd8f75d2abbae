"use client";
import { MailCheck } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { ErrorState } from "@/components/errors/error-state";
import { type BulkChange, BulkDialog } from "@/components/features/bulk/bulk-dialog";
import { rangeLabels } from "@/components/features/runs/list/range-labels";
import { useHeld } from "@/components/features/runs/list/use-held";
import { WorkflowPicker } from "@/components/features/workflows/workflow-picker";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { Select } from "@/components/ui/select";
import { TableSkeleton } from "@/components/ui/skeleton";
import type { DeadLetterGroup } from "@/contracts/dead-letters";
import { timeRanges } from "@/core/time-range";
import { trpc } from "@/trpc/client";
import { type DeadLetterFilters, deadLetterFilters, deadLetterGroupsInput } from "./dead-letter-filters";
import { DeadLetterGroupRow } from "./dead-letter-group-row";

const refetchMs = 10_000;
const anyTime = "all";

export function DeadLetters() {
  const [filters, setFilters] = useQueryStates(deadLetterFilters, { history: "push" });
  const isFiltered = filters.workflow !== null || filters.within !== null;
  return (
    <>
      <PageHeader
        title="Dead letters"
        description="Steps that used up their attempts, or whose error cannot be helped by trying again, in groups of one workflow, node and kind of error."
      />
      <div className="mb-3 grid grid-cols-2 gap-2 sm:flex">
        <WorkflowPicker
          value={filters.workflow}
          onValueChange={(workflow) => void setFilters({ workflow })}
          className="sm:w-60"
        />
        <Select
          label="Filter by time"
          options={[
            { value: anyTime, label: "Any time" },
            ...timeRanges.map((range) => ({ value: range, label: rangeLabels[range] })),
          ]}
          value={filters.within ?? anyTime}
          onValueChange={(within) => void setFilters({ within: within === anyTime ? null : within })}
          className="sm:w-40"
        />
      </div>
      <Groups
        key={JSON.stringify(filters)}
        filters={filters}
        empty={isFiltered ? <NoMatch onClear={() => void setFilters(null)} /> : <NoDeadLetters />}
      />
    </>
  );
}

function Groups({ filters, empty }: { filters: DeadLetterFilters; empty: React.ReactNode }) {
  const utils = trpc.useUtils();
  const { isHeld, handlers } = useHeld();
  const [change, setChange] = useState<BulkChange | null>(null);
  const list = trpc.deadLetters.groups.useInfiniteQuery(deadLetterGroupsInput(filters), {
    getNextPageParam: (page) => page.next_cursor,
    // Groups change places with each death: not under the eyes of who reads them.
    refetchInterval: (query) => (isHeld || change ? false : refetchMs * (query.state.data?.pages.length ?? 1)),
    refetchOnWindowFocus: false,
  });
  if (list.isPending) return <TableSkeleton />;
  if (list.data === undefined) {
    return (
      <ErrorState
        title="The dead letters could not be loaded"
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const groups = [
    ...new Map(list.data.pages.flatMap(({ items }) => items).map((group) => [keyOf(group), group])).values(),
  ];
  return (
    <>
      {groups.length === 0 ? (
        empty
      ) : (
        <div {...handlers}>
          <ul className="flex flex-col rounded-lg border bg-raised">
            {groups.map((group, index) => (
              <DeadLetterGroupRow
                key={keyOf(group)}
                group={group}
                within={filters.within}
                isFirst={index === 0}
                onRetry={() => setChange(retryOf(group, filters, utils.client))}
              />
            ))}
          </ul>
          <LoadMore list={list} shown={groups.length} />
        </div>
      )}
      <BulkDialog
        change={change}
        onClose={() => setChange(null)}
        onSettled={() => void Promise.all([utils.deadLetters.invalidate(), utils.runs.invalidate()])}
      >
        <p>A retry is the run's: if other steps of the same run are dead, they are tried again too.</p>
      </BulkDialog>
    </>
  );
}

/** Steps of one request: small enough that one sees it go on. */
const batchSize = 50;

function retryOf(
  group: DeadLetterGroup,
  { within }: DeadLetterFilters,
  client: ReturnType<typeof trpc.useUtils>["client"],
): BulkChange {
  const { workflow_id, node_id, error_key, count } = group;
  return {
    verb: "retry",
    count: count.toLocaleString("en"),
    what: count === 1 ? "run of this group" : "runs of this group",
    send: (cursor) =>
      client.deadLetters.retry.mutate({
        workflow_id,
        node_id,
        error_key,
        ...(within && { died_within: within }),
        limit: batchSize,
        cursor,
      }),
  };
}

function keyOf({ workflow_id, node_id, error_key }: DeadLetterGroup): string {
  return JSON.stringify([workflow_id, node_id, error_key]);
}

function NoDeadLetters() {
  return (
    <EmptyState icon={MailCheck} title="No dead letters">
      Every step has succeeded, or is still being tried. A step that uses up its attempts appears here, and can be
      retried with all others of its kind.
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={MailCheck}
      title="No dead letters match these filters"
      action={<Button onClick={onClear}>Show all dead letters</Button>}
    />
  );
}
