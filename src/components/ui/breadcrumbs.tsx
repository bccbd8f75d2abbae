import { ChevronRight } from "lucide-react";
import Link from "next/link";

export interface Crumb {
  label: string;
  href: string;
}

/** The way to a page; the page itself comes last and is no link. */
export function Breadcrumbs({ crumbs, here }: { crumbs: readonly Crumb[]; here: string }) {
  return (
    <nav aria-label="Breadcrumbs" className="mb-1.5">
      <ol className="flex min-w-0 items-center gap-1 text-sm text-ink-muted">
        {crumbs.map(({ label, href }) => (
          <li key={href} className="flex min-w-0 items-center gap-1">
            <Link href={href} title={label} className="truncate rounded-sm hover:text-ink hover:underline">
              {label}
            </Link>
            <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate text-ink">
          {here}
        </li>
      </ol>
    </nav>
  );
}
