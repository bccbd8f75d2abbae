"use client";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { auditActions } from "@/contracts/audit-actions";
import type { AuditFilters } from "./audit-filters";
import { actionLabel } from "./audit-words";

const everyAction = "all";

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  return (
    <div className="mb-3 grid gap-2 sm:flex">
      <SearchInput
        label="Actor"
        value={filters.actor}
        onValueChange={(actor) => onChange({ actor })}
        className="sm:w-64"
      />
      <Select
        label="Filter by action"
        options={[
          { value: everyAction, label: "Any action" },
          ...auditActions.map((action) => ({ value: action, label: actionLabel(action) })),
        ]}
        value={filters.action ?? everyAction}
        onValueChange={(action) => onChange({ action: action === everyAction ? null : action })}
        className="sm:w-60"
      />
      <SearchInput
        label="Id of the object"
        value={filters.object}
        onValueChange={(object) => onChange({ object })}
        className="sm:w-72"
      />
    </div>
  );
}
