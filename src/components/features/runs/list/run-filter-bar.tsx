"use client";
import { WorkflowPicker } from "@/components/features/workflows/workflow-picker";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { Select } from "@/components/ui/select";
import { statusLooks } from "@/components/ui/status";
import type { RunCounts } from "@/contracts/runs";
import { runStatuses } from "@/core/state";
import { formatCount } from "../format-count";
import { triggerLabels } from "../trigger-labels";
import { type RunFilters, triggerChoices } from "./run-filters";
import { RunIdFilter } from "./run-id-filter";
import { RunTimeFilter } from "./run-time-filter";

interface RunFilterBarProps {
  filters: RunFilters;
  /** undefined while they are not known */
  counts: RunCounts | undefined;
  onChange: (filters: Partial<RunFilters>) => void;
}

export function RunFilterBar({ filters, counts, onChange }: RunFilterBarProps) {
  return (
    <div className="mb-3 flex flex-col gap-2">
      <FilterTabs
        label="Filter by status"
        counted
        tabs={[
          { value: null, label: "All", count: counts && formatCount(...Object.values(counts)) },
          ...runStatuses.map((status) => ({
            value: status,
            label: statusLooks[status].label,
            status,
            count: counts && formatCount(counts[status]),
          })),
        ]}
        value={filters.status}
        onValueChange={(status) => onChange({ status })}
      />
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <WorkflowPicker
          value={filters.workflow}
          onValueChange={(workflow) => onChange({ workflow })}
          className="sm:w-60"
        />
        <Select
          label="Filter by trigger"
          options={[
            { value: everyTrigger, label: "Any trigger" },
            ...triggerChoices.map((value) => ({ value, label: triggerLabels[value] })),
          ]}
          value={filters.trigger ?? everyTrigger}
          onValueChange={(trigger) => onChange({ trigger: trigger === everyTrigger ? null : trigger })}
          className="sm:w-36"
        />
        <RunTimeFilter filters={filters} onChange={onChange} />
        <RunIdFilter value={filters.id} onValueChange={(id) => onChange({ id })} />
      </div>
    </div>
  );
}

const everyTrigger = "all";
