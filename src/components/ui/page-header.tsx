import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";

interface PageHeaderProps {
  /** the way to this page; the page itself is the title */
  crumbs?: readonly Crumb[];
  title: string;
  /** beside the title: badges, times */
  meta?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ crumbs = [], title, meta, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-5">
      {crumbs.length > 0 ? <Breadcrumbs crumbs={crumbs} here={title} /> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-full">
          <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{title}</h1>
            {meta}
          </div>
          {description ? (
            <div className="mt-1 max-w-3xl text-sm text-pretty break-words text-ink-muted">{description}</div>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </header>
  );
}
