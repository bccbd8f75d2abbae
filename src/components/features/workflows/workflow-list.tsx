"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import { useQueryStates } from "nuqs";
import { CurlExample } from "@/components/code/curl-example";
import { ErrorState } from "@/components/errors/error-state";
import { useSettled } from "@/components/hooks/use-settled";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { SearchInput } from "@/components/ui/search-input";
import { TableSkeleton } from "@/components/ui/skeleton";
import { statusLooks } from "@/components/ui/status";
import { workflowStatuses } from "@/core/state";
import { trpc } from "@/trpc/client";
import { ImportWorkflow } from "./import-dialog";
import { NewWorkflow } from "./new-workflow-dialog";
import { starterEdges, starterNodes } from "./starter-definition";
import { type WorkflowFilters, workflowFilters, workflowListInput } from "./workflow-filters";
import { WorkflowTable } from "./workflow-table";

const tabs = [
  { value: null, label: "All" },
  ...workflowStatuses.map((status) => ({ value: status, label: statusLooks[status].label, status })),
];

/** How long typing rests before the server is asked. */
const restMs = 150;

export function WorkflowList() {
  const [filters, setFilters] = useQueryStates(workflowFilters, { history: "push" });
  const q = useSettled(filters.q, restMs);
  return (
    <>
      <PageHeader
        title="Workflows"
        actions={
          <>
            <ImportWorkflow />
            <NewWorkflow />
          </>
        }
      />
      <div className="mb-3 flex flex-col gap-2 lg:flex-row lg:items-center lg:justify-between">
        <FilterTabs
          label="Filter by status"
          tabs={tabs}
          value={filters.status}
          onValueChange={(status) => void setFilters({ status })}
        />
        <SearchInput
          label="Search workflows"
          value={filters.q}
          onValueChange={(next) => void setFilters({ q: next })}
          className="w-full lg:w-72"
        />
      </div>
      <Results filters={{ status: filters.status, q }} onClear={() => void setFilters(null)} />
    </>
  );
}

/** How often the list looks for new runs. */
const refetchMs = 10_000;

function Results({ filters, onClear }: { filters: WorkflowFilters; onClear: () => void }) {
  const input = workflowListInput(filters);
  const list = trpc.workflows.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    // Every loaded page is asked for again; the more there are, the rarer.
    refetchInterval: (query) => refetchMs * (query.state.data?.pages.length ?? 1),
  });
  if (list.isPending) return <TableSkeleton />;
  if (list.isError && list.data === undefined) {
    return (
      <ErrorState
        title="The workflows could not be loaded"
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const workflows = list.data.pages.flatMap((page) => page.items);
  if (workflows.length === 0) {
    return input.search === undefined && input.status === undefined ? (
      <NoWorkflows />
    ) : (
      <NoMatch filters={filters} onClear={onClear} />
    );
  }
  return (
    <div
      className={cn("transition-opacity", list.isPlaceholderData && "opacity-60")}
      aria-busy={list.isPlaceholderData}
    >
      <WorkflowTable workflows={workflows} />
      <LoadMore key={JSON.stringify(input)} list={list} shown={workflows.length} />
    </div>
  );
}

function NoWorkflows() {
  return (
    <EmptyState
      icon={Workflow}
      title="No workflows yet"
      action={<NewWorkflow />}
      example={
        <CurlExample
          label="The same from a shell"
          method="POST"
          path="/api/workflows"
          body={{ name: "Hello", nodes: starterNodes, edges: starterEdges }}
        />
      }
    >
      A workflow is a graph of steps: a trigger starts it, conditions choose the way, actions do the work. Every step is
      recorded, retried when it fails, and never done twice.
    </EmptyState>
  );
}

function NoMatch({ filters: { status, q }, onClear }: { filters: WorkflowFilters; onClear: () => void }) {
  const what = status === null ? "workflows" : `${statusLooks[status].label.toLowerCase()} workflows`;
  return (
    <EmptyState
      icon={Workflow}
      title={q.trim() === "" ? `No ${what}` : `No ${what} match “${q.trim()}”`}
      action={<Button onClick={onClear}>Show all workflows</Button>}
    >
      {q.trim() === "" ? null : "Every word has to occur in the name or the description."}
    </EmptyState>
  );
}
