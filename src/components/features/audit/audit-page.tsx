"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useRefusal } from "@/components/access/identity";
import { ErrorState } from "@/components/errors/error-state";
import { NotForYou } from "@/components/features/accounts/not-for-you";
import { useSettled } from "@/components/hooks/use-settled";
import { Button } from "@/components/ui/button";
import { buttonStyles } from "@/components/ui/button-styles";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/ui/load-more";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/skeleton";
import { trpc } from "@/trpc/client";
import { AuditFilterBar } from "./audit-filter-bar";
import { type AuditFilters, auditExportPath, auditFilters, auditListInput } from "./audit-filters";
import { AuditTable } from "./audit-table";

/** How long typing rests before the server is asked. */
const restMs = 250;

export function AuditPage() {
  const [filters, setFilters] = useQueryStates(auditFilters, { history: "push" });
  const refusal = useRefusal("audit.list");
  const actor = useSettled(filters.actor, restMs);
  const object = useSettled(filters.object, restMs);
  const settled = { ...filters, actor, object };
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what, when and from where. Entries are only ever added, and hold no secret, password or key."
        actions={refusal === undefined ? <Export filters={settled} /> : undefined}
      />
      {refusal === undefined ? (
        <>
          <AuditFilterBar filters={filters} onChange={(change) => void setFilters(change)} />
          <Entries
            filters={settled}
            onFilter={(change) => void setFilters(change)}
            onClear={() => void setFilters(null)}
          />
        </>
      ) : (
        <NotForYou refusal={refusal} />
      )}
    </>
  );
}

function Export({ filters }: { filters: AuditFilters }) {
  return (
    <>
      {(["csv", "json"] as const).map((format) => (
        <a key={format} href={auditExportPath(filters, format)} download className={buttonStyles()}>
          <Download aria-hidden />
          <span>
            <span className="max-sm:sr-only">Export as </span>
            {format.toUpperCase()}
          </span>
        </a>
      ))}
    </>
  );
}

interface EntriesProps {
  filters: AuditFilters;
  onFilter: (change: Partial<AuditFilters>) => void;
  onClear: () => void;
}

function Entries({ filters, onFilter, onClear }: EntriesProps) {
  const input = auditListInput(filters);
  const list = trpc.audit.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  if (list.isPending) return <TableSkeleton />;
  if (list.data === undefined) {
    return (
      <ErrorState
        title="The audit log could not be loaded"
        error={list.error}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const entries = list.data.pages.flatMap((page) => page.items);
  if (entries.length === 0) {
    return Object.keys(input).length > 1 ? (
      <EmptyState
        icon={ScrollText}
        title="No entry matches these filters"
        action={<Button onClick={onClear}>Show all entries</Button>}
      >
        Actor and object are compared as a whole.
      </EmptyState>
    ) : (
      <EmptyState icon={ScrollText} title="Nothing is recorded yet">
        Sign-ins, refusals, and changes of users, keys, secrets, workflows and runs appear here.
      </EmptyState>
    );
  }
  return (
    <div
      className={cn("transition-opacity", list.isPlaceholderData && "opacity-60")}
      aria-busy={list.isPlaceholderData}
    >
      <AuditTable entries={entries} onFilter={onFilter} />
      <LoadMore key={JSON.stringify(input)} list={list} shown={entries.length} />
    </div>
  );
}
