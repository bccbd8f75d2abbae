import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** the same by a command: a `CurlExample` */
  example?: ReactNode;
}

/** Says why there is nothing, and what to do about it. */
export function EmptyState({ icon: Icon, title, children, action, example }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-lg border border-dashed px-6 py-12 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-lg border bg-subtle text-ink-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      {children ? <div className="mt-1 max-w-md text-sm text-ink-muted">{children}</div> : null}
      {action ? <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div> : null}
      {example ? <div className="mt-6 w-full max-w-xl text-left">{example}</div> : null}
    </div>
  );
}
