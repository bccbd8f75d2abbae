"use client";
import Link from "next/link";
import { actorName } from "@/components/features/accounts/actor-name";
import { shortId } from "@/components/features/runs/short-id";
import { RelativeTime } from "@/components/time/time";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { AuditEntry } from "@/contracts/accounts";
import type { AuditFilters } from "./audit-filters";
import { actionLabel, describeData } from "./audit-words";

interface AuditTableProps {
  entries: readonly AuditEntry[];
  onFilter: (change: Partial<AuditFilters>) => void;
}

export function AuditTable({ entries, onFilter }: AuditTableProps) {
  return (
    <Table>
      <thead>
        <tr>
          <TableHead className="w-25 sm:w-32">Time</TableHead>
          <TableHead className="hidden w-60 md:table-cell">Actor</TableHead>
          <TableHead>Action</TableHead>
          <TableHead className="w-22 sm:w-52">Object</TableHead>
          <TableHead className="hidden w-40 xl:table-cell">Address</TableHead>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <TableRow key={entry.id}>
            <TableCell className="py-2 text-xs text-ink-muted sm:text-sm">
              <RelativeTime at={entry.at} />
            </TableCell>
            <TableCell className="hidden md:table-cell">
              <Actor actor={entry.actor} onFilter={onFilter} />
            </TableCell>
            <TableCell className="py-2">
              <p>{actionLabel(entry.action)}</p>
              <p className="text-xs break-words text-ink-muted">{describeData(entry.data)}</p>
              <div className="text-xs md:hidden">
                <Actor actor={entry.actor} onFilter={onFilter} />
              </div>
            </TableCell>
            <TableCell>
              <AuditObject entry={entry} onFilter={onFilter} />
            </TableCell>
            <TableCell className="hidden truncate font-mono text-xs text-ink-muted xl:table-cell">
              {entry.address}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

const linkStyles = "block max-w-full truncate rounded-sm text-left hover:underline";

function Actor({ actor, onFilter }: { actor: string; onFilter: AuditTableProps["onFilter"] }) {
  const name = actorName(actor);
  return (
    <button type="button" title={`Only what ${name} did`} className={linkStyles} onClick={() => onFilter({ actor })}>
      {name}
    </button>
  );
}

const pages: Readonly<Record<string, string>> = { workflow: "/workflows", run: "/runs" };

function AuditObject({ entry, onFilter }: { entry: AuditEntry; onFilter: AuditTableProps["onFilter"] }) {
  const { object_type: type, object_id: id } = entry;
  if (id === null) return null;
  const page = type === null ? undefined : pages[type];
  // A key of a secret is a name; other ids are told apart by their ends.
  const shown = type === "secret" ? id : shortId(id);
  return (
    <div className="min-w-0 text-xs">
      <button
        type="button"
        title={`Only what was done to ${id}`}
        className={linkStyles}
        onClick={() => onFilter({ object: id })}
      >
        <code className="font-mono">{shown}</code>
      </button>
      {page === undefined ? null : (
        <Link
          href={`${page}/${id}`}
          className="rounded-sm text-accent-ink hover:underline"
          aria-label={`Open the ${type} ${shown}`}
        >
          Open
        </Link>
      )}
    </div>
  );
}
