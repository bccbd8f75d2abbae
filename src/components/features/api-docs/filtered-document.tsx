"use client";
import { Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Input } from "@/components/ui/field";
import { matches } from "./list-operations";
import { MethodBadge } from "./method-badge";

/** An operation, or a schema, which has no method. */
export interface FilteredEntry {
  id: string;
  method?: string;
  title: string;
  searchText: string;
  view: ReactNode;
}

export interface FilteredGroup {
  name: string;
  description: string;
  entries: readonly FilteredEntry[];
}

/** The list of operations beside what they are, both narrowed by the words in the filter. */
export function FilteredDocument({ groups }: { groups: readonly FilteredGroup[] }) {
  const [query, setQuery] = useState("");
  const words = useDeferredValue(query.trim());
  const fits = ({ searchText }: FilteredEntry) => matches(searchText, words);
  const count = groups.flatMap(({ entries }) => entries.filter(fits)).length;
  return (
    <div className="grid gap-x-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="lg:sticky lg:top-[calc(1.25rem+var(--notice))] lg:max-h-[calc(100dvh-2.5rem-var(--notice))] lg:self-start lg:overflow-y-auto lg:p-1">
        <div className="relative">
          <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-faint" />
          <Input
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            placeholder="Filter, such as retry or 409"
            aria-label="Filter operations and schemas"
            className="pl-8"
          />
        </div>
        <p role="status" className="mt-1.5 text-xs text-ink-muted">
          {count === 1 ? "1 entry" : `${count} entries`}
        </p>
        <nav aria-label="REST API" className="mt-3 hidden lg:block">
          {groups.map((group) => (
            <GroupLinks key={group.name} group={group} fits={fits} />
          ))}
        </nav>
      </div>
      <div className="mt-6 min-w-0 lg:mt-0">
        {groups.map(({ name, description, entries }) => (
          <section key={name} aria-label={name} hidden={!entries.some(fits)} className="mb-10">
            <h2 className="text-xl font-semibold tracking-tight">{name}</h2>
            <p className="mt-1 mb-5 text-sm text-ink-muted">{description}</p>
            {entries.map((entry) => (
              <div key={entry.id} id={entry.id} hidden={!fits(entry)} className="mb-8 scroll-mt-16 md:scroll-mt-4">
                {entry.view}
              </div>
            ))}
          </section>
        ))}
        {count === 0 ? <p className="text-sm text-ink-muted">Nothing has all of these words.</p> : null}
      </div>
    </div>
  );
}

interface GroupLinksProps {
  group: FilteredGroup;
  fits: (operation: FilteredEntry) => boolean;
}

function GroupLinks({ group: { name, entries }, fits }: GroupLinksProps) {
  const shown = entries.filter(fits);
  if (shown.length === 0) return null;
  return (
    <div className="mb-3">
      <p className="mb-1 text-xs font-medium text-ink-muted">{name}</p>
      <ul>
        {shown.map(({ id, method, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex items-center gap-2 rounded-md py-1 pr-1 pl-1 text-sm text-ink-muted hover:bg-hover hover:text-ink"
            >
              {method === undefined ? null : <MethodBadge method={method} className="h-4.5 px-1 text-[0.65rem]" />}
              <span className="min-w-0 truncate">{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
