"use client";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { Select } from "@/components/ui/select";
import { statusLooks } from "@/components/ui/status";
import { runStatuses } from "@/core/state";
import { trpc } from "@/trpc/client";
import { type RunFilters, runCountsInput, workflowChoicesInput } from "./run-filters";

interface RunFilterBarProps {
  filters: RunFilters;
  refetchInterval: number;
  onChange: (filters: Partial<RunFilters>) => void;
}

const everyWorkflow = "all";

export function RunFilterBar({ filters, refetchInterval, onChange }: RunFilterBarProps) {
  const counts = trpc.runs.counts.useQuery(runCountsInput(filters), { refetchInterval }).data;
  const total = counts && runStatuses.reduce((sum, status) => sum + counts[status], 0);
  return (
    <div className="mb-3 flex flex-col gap-2 lg:flex-row lg:items-center lg:justify-between">
      <FilterTabs
        label="Filter by status"
        counted
        tabs={[
          { value: null, label: "All", count: total },
          ...runStatuses.map((status) => ({
            value: status,
            label: statusLooks[status].label,
            status,
            count: counts?.[status],
          })),
        ]}
        value={filters.status}
        onValueChange={(status) => onChange({ status })}
      />
      <WorkflowSelect value={filters.workflow} onValueChange={(workflow) => onChange({ workflow })} />
    </div>
  );
}

interface WorkflowSelectProps {
  value: string | null;
  onValueChange: (value: string | null) => void;
}

function WorkflowSelect({ value, onValueChange }: WorkflowSelectProps) {
  const workflows = trpc.workflows.list.useQuery(workflowChoicesInput).data?.items ?? [];
  // One that is not among the choices (there may be very many) is asked for by itself, for its name.
  const isMissing = value !== null && !workflows.some(({ id }) => id === value);
  const missing = trpc.workflows.get.useQuery({ id: value ?? "" }, { enabled: isMissing }).data;
  const options = [
    { value: everyWorkflow, label: "All workflows" },
    ...(isMissing ? [{ value: value, label: missing?.name ?? "Unknown workflow" }] : []),
    ...workflows.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Select
      label="Filter by workflow"
      options={options}
      value={value ?? everyWorkflow}
      onValueChange={(next) => onValueChange(next === everyWorkflow ? null : next)}
      className="w-full lg:w-60"
    />
  );
}
