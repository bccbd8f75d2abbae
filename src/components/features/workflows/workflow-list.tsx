"use client";
import { Workflow } from "lucide-react";
import { useQueryStates } from "nuqs";
import { CurlExample } from "@/components/code/curl-example";
import { ErrorState } from "@/components/errors/error-state";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/skeleton";
import { statusLooks } from "@/components/ui/status";
import { type WorkflowStatus, workflowStatuses } from "@/core/state";
import { trpc } from "@/trpc/client";
import { NewWorkflow } from "./new-workflow-dialog";
import { starterEdges, starterNodes } from "./starter-definition";
import { workflowFilters, workflowListInput } from "./workflow-filters";
import { WorkflowTable } from "./workflow-table";

const tabs = [
  { value: null, label: "All" },
  ...workflowStatuses.map((status) => ({ value: status, label: statusLooks[status].label, status })),
];

export function WorkflowList() {
  const [{ status }, setFilters] = useQueryStates(workflowFilters, { history: "push" });
  return (
    <>
      <PageHeader title="Workflows" actions={<NewWorkflow />} />
      <div className="mb-3">
        <FilterTabs
          label="Filter by status"
          tabs={tabs}
          value={status}
          onValueChange={(next) => void setFilters({ status: next })}
        />
      </div>
      <Results status={status} onClear={() => void setFilters({ status: null })} />
    </>
  );
}

function Results({ status, onClear }: { status: WorkflowStatus | null; onClear: () => void }) {
  const list = trpc.workflows.list.useInfiniteQuery(workflowListInput({ status }), {
    getNextPageParam: (page) => page.next_cursor,
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
  if (workflows.length === 0) return status === null ? <NoWorkflows /> : <NoMatch status={status} onClear={onClear} />;
  return (
    <>
      <WorkflowTable workflows={workflows} />
      <LoadMore key={status} list={list} shown={workflows.length} />
    </>
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

function NoMatch({ status, onClear }: { status: WorkflowStatus; onClear: () => void }) {
  return (
    <EmptyState
      icon={Workflow}
      title={`No ${statusLooks[status].label.toLowerCase()} workflows`}
      action={<Button onClick={onClear}>Show all workflows</Button>}
    />
  );
}
